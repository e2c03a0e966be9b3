#pragma once

#include <cstdint>

namespace dragoman {

struct Moments {
  float mean;
  float inverse_deviation;  // 1 / sqrt(variance + epsilon)
};

/// Parameters of layer normalisation, [D].
struct NormWeights {
  const float* scale;
  const float* shift;
  float epsilon;
};

/// Kernels on rows for both training and decoding. Rows may have any width. Results may overwrite
/// inputs of the same type.
struct RowKernels {
  /// Layer normalisation (Ba et al. 2016): (x - mean) / sqrt(variance + epsilon) * scale + shift.
  Moments (*normalize)(const float* x, int64_t width, const NormWeights& norm, float* out);

  void (*widen)(const uint16_t* bf16, int64_t count, float* out);
  /// Rounds to the nearest bf16, ties to even. Not for NaN.
  void (*round)(const float* x, int64_t count, uint16_t* out);
};

}  // namespace dragoman
