#pragma once

#include <torch/types.h>

#include "model/fused_feed_forward.h"

namespace dragoman {

// Training's linear maps under bf16 autocast on devices that have kernels. Weights are fp32;
// outputs are bf16.

/// Returns x w^T + b: x [.., K], weight [N, K], bias [N] -> [.., N].
torch::Tensor device_linear(const torch::Tensor& x, const torch::Tensor& weight,
                            const torch::Tensor& bias);

/// Returns outer(max(0, inner(x))): x [.., D] -> [.., D].
torch::Tensor device_feed_forward(const torch::Tensor& x, const FeedForwardWeights& weights);

}  // namespace dragoman
