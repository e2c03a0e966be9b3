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

/// Settings of the inner layer, between the two linear maps.
struct InnerLayer {
  Activation activation = Activation::kRelu;
  double dropout = 0;  // rate after the activation; the mask is keyed_dropout()'s
  uint64_t key = 0;
};

/// Returns whether fused_feed_forward() can compute with x: fp32 or bf16 on a CPU.
bool can_fuse_feed_forward(const torch::Tensor& x);

/// Returns dropout(activation(x inner^T + inner_bias)) outer^T + outer_bias for x [.., D];
/// differentiable. Bias, activation and dropout take one pass over memory in forward and one in
/// backward, and the inner layer is stored once. Under bf16 autocast, products and result are bf16.
torch::Tensor fused_feed_forward(const torch::Tensor& x, const FeedForwardWeights& weights,
                                 const InnerLayer& layer);

}  // namespace dragoman
