#pragma once

#include <torch/types.h>

#include <cstdint>

namespace dragoman {

/// Layer normalisation over the last dimension (Ba et al. 2016):
/// (x - mean) / sqrt(variance + epsilon) * scale + shift.
struct RowNorm {
  torch::Tensor scale;  // [D]
  torch::Tensor shift;  // [D]
  double epsilon = 1e-5;
};

/// A residual connection's sum x + dropout(y) in one pass over memory each way. Masks are those of
/// keyed_dropout(), so that the results are the plain operations'.
struct ResidualSum {
  torch::Tensor x;  // [.., D], can_fuse_residual()
  torch::Tensor y;  // the same, or in bf16
  double dropout = 0;
  uint64_t key = 0;
};

/// Whether what follows computes it: fp32 on a CPU.
bool can_fuse_residual(const torch::Tensor& x);

torch::Tensor fused_residual_sum(const ResidualSum& sum);
/// The norm of the sum.
torch::Tensor fused_normalized_sum(const ResidualSum& sum, const RowNorm& norm);

/// Where a sub-layer of normalised input leaves the residual connection.
struct NormalizedBranch {
  torch::Tensor x;           // goes on
  torch::Tensor normalized;  // goes into the sub-layer
};
/// Both gradients of x [.., D] are made and added up in one pass.
NormalizedBranch fused_normalized_branch(const torch::Tensor& x, const RowNorm& norm);

}  // namespace dragoman
