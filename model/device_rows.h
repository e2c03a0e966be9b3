#pragma once

#include "model/dropout.h"
#include "model/fused_residual.h"

namespace dragoman {

// Training's functions on rows, computed by the kernels for GPUs. Under autocast, layer
// normalisation gives bf16, and so does the sum that it normalises: half the memory traffic.

/// Returns whether a device's kernels can compute with x [.., D]: fp32 or bf16, D a multiple of 8
/// and at most 8192.
bool has_device_rows(const torch::Tensor& x);

/// Returns `x` times the mask's factors.
torch::Tensor device_dropout(const torch::Tensor& x, const DropoutMask& mask);

// Compute the same as fused_residual_sum(), fused_normalized_sum() and fused_normalized_branch().
// All inputs are contiguous.
torch::Tensor device_residual_sum(const ResidualSum& sum);
torch::Tensor device_normalized_sum(const ResidualSum& sum, const RowNorm& norm);
NormalizedBranch device_normalized_branch(const torch::Tensor& x, const RowNorm& norm);

/// Turns logits [n, V] into the gradient of their label-smoothed cross entropy, in place; returns
/// the loss summed over rows, a scalar of fp32. gold [n] int64. Rows of logits start at multiples
/// of 8 numbers; numbers between them become 0.
torch::Tensor device_softmax_gradient(const torch::Tensor& logits, const torch::Tensor& gold,
                                      double smoothing);

}  // namespace dragoman
