#pragma once

#include <cstdint>

namespace dragoman {

struct Moments {
  float mean;
  float inverse_deviation;  // 1 / sqrt(variance + epsilon)
};

/// A layer normalisation's parameters, [D].
struct NormWeights {
  const float* scale;
  const float* shift;
  float epsilon;
};

/// What training and decoding compute of rows. They may have any width; results may be written over
/// inputs of the same type.
struct RowKernels {
  /// Layer normalisation (Ba et al. 2016): (x - mean) / sqrt(variance + epsilon) * scale + shift.
  Moments (*normalize)(const float* x, int64_t width, const NormWeights& norm, float* out);

  void (*widen)(const uint16_t* bf16, int64_t count, float* out);
  /// To the nearest bf16, ties to even. Not for NaN.
  void (*round)(const float* x, int64_t count, uint16_t* out);
};

}  // namespace dragoman
