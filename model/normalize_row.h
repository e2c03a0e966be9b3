#pragma once

#include "model/vector_clones.h"

namespace dragoman {

struct Moments {
  float mean;
  float inverse_deviation;  // 1 / sqrt(variance + epsilon)
};

/// Layer normalisation of a row (Ba et al. 2016): (x - mean) / sqrt(variance + epsilon) * scale +
/// shift. Becomes part of what calls it, for whatever instructions that is compiled for.
DRAGOMAN_INLINE Moments normalize_row(const float* x, int64_t width, const float* scale,
                                      const float* shift, float epsilon, float* out) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < width; ++i) sum += x[i];
  const float mean = sum / static_cast<float>(width);
  float squares = 0;
#pragma omp simd reduction(+ : squares)
  for (int64_t i = 0; i < width; ++i) squares += (x[i] - mean) * (x[i] - mean);
  const float inverse = 1.0F / __builtin_sqrtf(squares / static_cast<float>(width) + epsilon);
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) out[i] = (x[i] - mean) * inverse * scale[i] + shift[i];
  return {mean, inverse};
}

}  // namespace dragoman
