#pragma once

#include "kernels/lanes.h"

namespace dragoman {
namespace {

/// Below this exponent, e^x counts as 0. At it, e^x stays a normal number even after a few more
/// multiplications.
constexpr float kLeastExponent = -80;

/// ln 2 as a sum. kLn2High has few bits, so that products with small integers are exact.
constexpr float kLn2High = 0x1.62e4p-1F, kLn2Low = 0x1.7f7d1cp-20F;

/// e^x for x from kLeastExponent to 0, to two units in the last place. Splits x into n ln 2 + r
/// with |r| <= ln 2 / 2 (Cody and Waite); e^r is its Taylor polynomial.
DRAGOMAN_INLINE Floats exp_in_range(Floats x) {
  const Floats shifted = multiply_add(x, all_of(1.44269504F), all_of(kToInteger));
  const Floats n = shifted - kToInteger;
  const Floats r = multiply_add(n, all_of(-kLn2Low), multiply_add(n, all_of(-kLn2High), x));
  Floats sum = multiply_add(r, all_of(1.0F / 5040), all_of(1.0F / 720));
  sum = multiply_add(sum, r, all_of(1.0F / 120));
  sum = multiply_add(sum, r, all_of(1.0F / 24));
  sum = multiply_add(sum, r, all_of(1.0F / 6));
  sum = multiply_add(sum, r, all_of(0.5F));
  sum = multiply_add(sum, r, all_of(1.0F));
  sum = multiply_add(sum, r, all_of(1.0F));
  // The low bits of `shifted` are n; it becomes the exponent.
  return sum * as<Floats>((as<Words>(shifted) + 127U) << 23U);
}

/// e^x for x <= 0; 0 below kLeastExponent.
DRAGOMAN_INLINE Floats exp_of_negative(Floats x) {
  const Floats least = all_of(kLeastExponent);
  const Floats power = exp_in_range(larger(least, x));
  return x < least ? Floats{} : power;
}

DRAGOMAN_INLINE Lanes exp_of_negative(const Lanes& x) {
  return for_parts(
      [](Floats part) __attribute__((always_inline)) { return exp_of_negative(part); }, x);
}

/// log x for positive normal x; infinity and NaN stay. With x = 2^n m and m from sqrt(1/2) to
/// sqrt(2), log m = 2 artanh s with s = (m - 1) / (m + 1), computed as a series.
DRAGOMAN_INLINE Floats log_of(Floats x) {
  const Words offset = as<Words>(x) - 0x3f3504f3U;  // the bits of sqrt(1/2)
  const Floats n = __builtin_convertvector(as<Ints>(offset) >> 23, Floats);
  const Floats m = as<Floats>((offset & 0x007fffffU) + 0x3f3504f3U);
  const Floats s = (m - 1.0F) / (m + 1.0F), square = s * s;
  Floats series = multiply_add(square, all_of(2.0F / 9), all_of(2.0F / 7));
  series = multiply_add(series, square, all_of(2.0F / 5));
  series = multiply_add(series, square, all_of(2.0F / 3));
  series = multiply_add(series, square, all_of(2.0F));
  const Floats value = multiply_add(n, all_of(kLn2High), multiply_add(s, series, n * kLn2Low));
  return x < __builtin_inff() ? value : x;
}

/// The same in double precision, to a few units in the last place.
DRAGOMAN_INLINE double log_of(double x) {
  const uint64_t offset = as<uint64_t>(x) - 0x3fe6a09e667f3bcdU;
  const auto n = static_cast<double>(static_cast<int64_t>(offset) >> 52);
  const auto m = as<double>((offset & 0x000fffffffffffffU) + 0x3fe6a09e667f3bcdU);
  const double s = (m - 1) / (m + 1), square = s * s;
  double series = 0;
  for (int power = 21; power > 0; power -= 2) series = series * square + 2.0 / power;
  const double value = n * 0x1.62e42fefa39efp-1 + s * series;
  return x < __builtin_inf() ? value : x;
}

}  // namespace
}  // namespace dragoman
