#pragma once

#include <torch/types.h>

#include <cstdint>

namespace dragoman {

/// Layer normalisation over the last dimension (Ba et al. 2016):
/// (x - mean) / sqrt(variance + epsilon) * scale + shift.
struct RowNorm {
  torch::Tensor scale;  // [D]
  torch::Tensor shift;  // [D]
  double epsilon;
};

/// Inputs of a residual connection's sum x + dropout(y). It takes one pass over memory in forward
/// and one in backward. Masks are those of keyed_dropout(), so plain operations give the same
/// results.
struct ResidualSum {
  torch::Tensor x;  // [.., D], which can_fuse_residual() accepts
  torch::Tensor y;  // [.., D], fp32 or bf16
  double dropout = 0;
  uint64_t key = 0;
};

/// Returns whether the functions below can compute with x: fp32 on a CPU, or has_device_rows().
bool can_fuse_residual(const torch::Tensor& x);

/// Returns x + dropout(y).
torch::Tensor fused_residual_sum(const ResidualSum& sum);
/// Returns the layer normalisation of the sum.
torch::Tensor fused_normalized_sum(const ResidualSum& sum, const RowNorm& norm);

/// The two outputs where a pre-norm sub-layer branches off the residual connection.
struct NormalizedBranch {
  torch::Tensor x;           // for the residual connection
  torch::Tensor normalized;  // for the sub-layer
};
/// Returns x [.., D] and its layer normalisation. Backward computes and adds both gradients of x in
/// one pass.
NormalizedBranch fused_normalized_branch(const torch::Tensor& x, const RowNorm& norm);

}  // namespace dragoman
