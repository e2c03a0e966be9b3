// Kernels on rows, compiled for the instructions of the including file. That file defines
// DRAGOMAN_ROWS, the name of the RowKernels.

#include "kernels/lanes.h"
#include "kernels/rows.h"

namespace dragoman {
namespace {

Moments normalize(const float* x, int64_t width, const NormWeights& norm, float* out) {
  Lanes sum(0);
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) { sum = sum + place.load(x); });
  const float mean = sum_of(sum) / static_cast<float>(width);
  Lanes squares(0);
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes distance = place.load(x, mean) - Lanes(mean);
        squares = multiply_add(distance, distance, squares);
      });
  const float variance = sum_of(squares) / static_cast<float>(width);
  const float inverse = 1.0F / __builtin_sqrtf(variance + norm.epsilon);
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes normalized = (place.load(x) - Lanes(mean)) * Lanes(inverse);
        place.store(out, multiply_add(normalized, place.load(norm.scale), place.load(norm.shift)));
      });
  return {mean, inverse};
}

void widen_row(const uint16_t* from, int64_t count, float* to) {
  for_lanes(
      count, [&](const auto& place)
                 __attribute__((always_inline)) { place.store(to, place.load(from)); });
}

void round_row(const float* from, int64_t count, uint16_t* to) {
  for_lanes(
      count, [&](const auto& place)
                 __attribute__((always_inline)) { place.store(to, place.load(from)); });
}

}  // namespace

extern const RowKernels DRAGOMAN_ROWS;
const RowKernels DRAGOMAN_ROWS{.normalize = normalize, .widen = widen_row, .round = round_row};

}  // namespace dragoman
