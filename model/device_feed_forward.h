#pragma once

#include <torch/types.h>

#include "model/fused_feed_forward.h"

namespace dragoman {

/// Returns outer(max(0, inner(x))): x [.., D] -> [.., D]. For training under bf16 autocast on
/// devices that have kernels. Weights are fp32; the output is bf16.
torch::Tensor device_feed_forward(const torch::Tensor& x, const FeedForwardWeights& weights);

}  // namespace dragoman
