#include "alignment/digamma.h"

#include <cmath>

namespace dragoman {
namespace {

/// Below this, exp(digamma(x)) is less than 1e-9.
constexpr double kNegligible = 0.048;

}  // namespace

double digamma(double x) {
  double result = 0;
  for (; x < 6; x += 1) result -= 1 / x;
  const double inverse = 1 / (x * x);
  // The coefficients are B(2k) / 2k, for k from 1 to 7.
  const double series =
      inverse *
      (1. / 12 -
       inverse *
           (1. / 120 -
            inverse * (1. / 252 -
                       inverse * (1. / 240 - inverse * (1. / 132 - inverse * (691. / 32760 -
                                                                              inverse / 12))))));
  return result + std::log(x) - 0.5 / x - series;
}

double discounted_count(double x) { return x < kNegligible ? 0 : std::exp(digamma(x)); }

}  // namespace dragoman
