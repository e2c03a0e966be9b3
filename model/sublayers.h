#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include "architecture/model_settings.h"
#include "model/dropout.h"
#include "model/fused_residual.h"

namespace dragoman {

// Formulas of the network's sub-layers, x [.., D] -> [.., D]. In training, our kernels compute them
// where they can, in one pass over memory forward and one backward; else LibTorch's operations do.

/// Returns outer(dropout(activation(inner(x)))).
torch::Tensor feed_forward(const torch::Tensor& x, torch::nn::Linear& inner,
                           torch::nn::Linear& outer, Activation activation, Dropout& dropout);

/// Returns x + dropout(y).
torch::Tensor residual_sum(const torch::Tensor& x, const torch::Tensor& y, Dropout& dropout);

/// Returns norm(x + dropout(y)).
torch::Tensor normalized_sum(const torch::Tensor& x, const torch::Tensor& y, Dropout& dropout,
                             torch::nn::LayerNorm& norm);

/// Returns x for the residual connection and norm(x) for the sub-layer.
NormalizedBranch normalized_branch(const torch::Tensor& x, torch::nn::LayerNorm& norm);

}  // namespace dragoman
