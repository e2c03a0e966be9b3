#pragma once

#include "kernels/exponential.h"

namespace dragoman {
namespace {

/// An activation and its derivative.
struct Gate {
  Floats out;
  Floats derivative;
};

/// x times the normal distribution function (Hendrycks and Gimpel 2016). The function errs by at
/// most 1.5e-7, the product by 4.2e-7. Formula 7.1.26 of Abramowitz and Stegun gives the
/// complementary error function; it shares its exponential with the density.
DRAGOMAN_INLINE Gate gelu(Floats x) {
  constexpr float kRootOfHalf = 0.70710678F, kDensityAtZero = 0.39894228F;
  const Floats distance = larger(x, -x) * kRootOfHalf;
  // Beyond the cutoff, both the tail and the density are practically zero.
  const Floats power = exp_of_negative(-distance * distance);
  const Floats t = 1.0F / multiply_add(distance, all_of(0.3275911F), all_of(1.0F));
  Floats series = multiply_add(t, all_of(1.061405429F), all_of(-1.453152027F));
  series = multiply_add(series, t, all_of(1.421413741F));
  series = multiply_add(series, t, all_of(-0.284496736F));
  series = multiply_add(series, t, all_of(0.254829592F));
  const Floats tail = 0.5F * (series * t) * power;
  const Floats distribution = x < 0.0F ? tail : 1.0F - tail;
  return {x * distribution, multiply_add(x * kDensityAtZero, power, distribution)};
}

/// x times the logistic function.
DRAGOMAN_INLINE Gate silu(Floats x) {
  const Floats power = exp_of_negative(x < 0.0F ? x : -x);
  const Floats logistic = (x < 0.0F ? power : all_of(1.0F)) / (1.0F + power);
  return {x * logistic, logistic * multiply_add(x, 1.0F - logistic, all_of(1.0F))};
}

}  // namespace
}  // namespace dragoman
