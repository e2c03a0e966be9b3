#include "model/row_arithmetic.h"

#include "model/vector_clones.h"

namespace dragoman {

DRAGOMAN_VECTOR_CLONES void multiply_row(const float* a, const float* b, int64_t width,
                                         float* out) {
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) out[i] = a[i] * b[i];
}

DRAGOMAN_VECTOR_CLONES void add_to_row(float* sum, const float* addend, int64_t width) {
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) sum[i] += addend[i];
}

}  // namespace dragoman
