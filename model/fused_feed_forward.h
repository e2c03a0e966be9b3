#pragma once

#include <torch/types.h>

#include <cstdint>

#include "architecture/model_settings.h"

namespace dragoman {

/// The parameters of a feed-forward network with inner width F.
struct FeedForwardWeights {
  torch::Tensor inner;       // [F, D]
  torch::Tensor inner_bias;  // [F]
  torch::Tensor outer;       // [D, F]
  torch::Tensor outer_bias;  // [D]
};

/// What is between its two maps.
struct InnerLayer {
  Activation activation = Activation::kRelu;
  double dropout = 0;  // after it; masks are those of keyed_dropout()
  uint64_t key = 0;
};

/// Whether fused_feed_forward() computes it: fp32 or bf16 on a CPU.
bool can_fuse_feed_forward(const torch::Tensor& x);

/// dropout(activation(x inner^T + inner_bias)) outer^T + outer_bias for x [.., D], and its
/// gradient. Bias, activation and dropout take one pass over memory each way, and the inner layer
/// is kept once. Under bf16 autocast matrices are multiplied in bf16, and so is the result.
torch::Tensor fused_feed_forward(const torch::Tensor& x, const FeedForwardWeights& weights,
                                 const InnerLayer& layer);

}  // namespace dragoman
