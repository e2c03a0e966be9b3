#pragma once

#include <cstdint>

namespace dragoman {

/// The least number that exp_in_range() takes.
constexpr float kLeastExponent = -87;

/// e^x for x from -87 to 0, to two units in the last place. The argument is split into n ln 2 + r
/// with |r| <= ln 2 / 2 (Cody and Waite), and e^r is its Taylor polynomial. Loops over it become
/// vector code.
inline __attribute__((always_inline)) float exp_in_range(float x) {
  constexpr float kToInteger = 0x1.8p23F;  // added and taken off again, it rounds
  constexpr float kLn2High = 0x1.62e4p-1F, kLn2Low = 0x1.7f7d1cp-20F;
  const float shifted = x * 1.44269504F + kToInteger;
  const float n = shifted - kToInteger;
  const float r = (x - n * kLn2High) - n * kLn2Low;
  float sum = 1.0F / 5040;
  sum = sum * r + 1.0F / 720;
  sum = sum * r + 1.0F / 120;
  sum = sum * r + 1.0F / 24;
  sum = sum * r + 1.0F / 6;
  sum = sum * r + 0.5F;
  sum = sum * r + 1.0F;
  sum = sum * r + 1.0F;
  // The low bits of `shifted` are n, which becomes the exponent.
  const uint32_t power = (__builtin_bit_cast(uint32_t, shifted) + 127U) << 23U;
  return sum * __builtin_bit_cast(float, power);
}

/// e^x for x <= 0, as exp_in_range() gives it; 0 below -87.
inline __attribute__((always_inline)) float exp_of_negative(float x) {
  const float value = exp_in_range(x < kLeastExponent ? kLeastExponent : x);
  return x < kLeastExponent ? 0.0F : value;
}

}  // namespace dragoman
