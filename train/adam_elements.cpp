#include "train/adam_elements.h"

#include "model/vector_clones.h"

namespace dragoman {

DRAGOMAN_VECTOR_CLONES void update_elements(const AdamElements& elements,
                                            const AdamFactors& factors) {
  // Copies: what is written below might else be what a reference refers to, and no vector code.
  const AdamFactors f = factors;
  const auto [weights, means, squares, gradients, count] = elements;
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) {
    const float slope = gradients[i] * f.gradient_scale + f.l2 * weights[i];
    const float mean = f.beta1 * means[i] + f.rest1 * slope;
    const float square = f.beta2 * squares[i] + f.rest2 * slope * slope;
    means[i] = mean;
    squares[i] = square;
    weights[i] =
        f.kept * weights[i] - f.rate * mean / (__builtin_sqrtf(square) * f.root + f.epsilon);
  }
}

DRAGOMAN_VECTOR_CLONES float sum_of_squares(const float* x, int64_t count) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < count; ++i) sum += x[i] * x[i];
  return sum;
}

}  // namespace dragoman
