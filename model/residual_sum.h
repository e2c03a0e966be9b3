#pragma once

#include <torch/types.h>

#include <cstdint>

namespace dragoman {

/// A residual connection's sum x + dropout(y) in one pass over memory each way, for fp32 on a CPU.
/// y may be bf16.
/// Masks are those of keyed_dropout(), so that the results are the plain operations'.
struct ResidualSum {
  torch::Tensor x;  // [.., D]
  torch::Tensor y;  // the same
  double dropout = 0;
  uint64_t key = 0;
};

bool can_fuse_residual(const torch::Tensor& x, const torch::Tensor& y);
torch::Tensor residual_sum(const ResidualSum& sum);
/// Its layer normalisation over D (Ba et al. 2016): (s - mean) / sqrt(variance + epsilon) * scale +
/// shift.
torch::Tensor normalized_residual_sum(const ResidualSum& sum, const torch::Tensor& scale,
                                      const torch::Tensor& shift, double epsilon);

}  // namespace dragoman
