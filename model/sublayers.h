#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include "architecture/model_settings.h"
#include "model/dropout.h"
#include "model/fused_residual.h"

namespace dragoman {

// Formulas of the network's sub-layers, x [.., D] -> [.., D]. In training, kernels of ours compute
// them where they can, in one pass over memory each way; elsewhere LibTorch's operations do.

/// outer(dropout(activation(inner(x)))).
torch::Tensor feed_forward(const torch::Tensor& x, torch::nn::Linear& inner,
                           torch::nn::Linear& outer, Activation activation, Dropout& dropout);

/// x + dropout(y).
torch::Tensor residual_sum(const torch::Tensor& x, const torch::Tensor& y, Dropout& dropout);

/// norm(x + dropout(y)).
torch::Tensor normalized_sum(const torch::Tensor& x, const torch::Tensor& y, Dropout& dropout,
                             torch::nn::LayerNorm& norm);

/// x, and norm(x) for a sub-layer.
NormalizedBranch normalized_branch(const torch::Tensor& x, torch::nn::LayerNorm& norm);

}  // namespace dragoman
