#pragma once

#include "kernels/lanes.h"

// Quantises rows of floats to int8.

namespace dragoman {
namespace {

/// A row's two factors: from its numbers to integers from -127 to 127, and back. A row whose
/// numbers are all at most 1e-30 in size counts as zeros.
struct Quantization {
  float to_integers;
  float scale;
};

DRAGOMAN_INLINE Quantization quantization_of(const float* x, int64_t width) {
  Lanes largest(0);
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes value = place.load(x);
        largest = larger(largest, larger(value, Lanes(0) - value));
      });
  const float most = largest_of(largest);
  return {most > 1e-30F ? 127.0F / most : 0.0F, most / 127.0F};
}

/// Writes a row's integers; `Integer` defines their layout.
template <class Integer>
DRAGOMAN_INLINE float quantize(const float* x, int64_t width, void* out) {
  const auto [to_integers, scale] = quantization_of(x, width);
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        place.store(static_cast<Integer*>(out),
                    multiply_add(place.load(x), Lanes(to_integers), Lanes(kToInteger)));
      });
  return scale;
}

}  // namespace
}  // namespace dragoman
