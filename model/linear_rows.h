#pragma once

#include <torch/types.h>

#include "model/optional_tensor.h"

namespace dragoman {

// Linear maps of rows, x w^T + b, and their gradients. Rows, weights and bias have one type.

/// rows [n, K], weight [N, K], bias [N] -> [n, N].
torch::Tensor map_rows(const torch::Tensor& rows, const torch::Tensor& weight,
                       const OptionalTensor& bias, bool rectifies = false);

/// The gradient of rows [n, K] from that of the map's output, slopes [n, N].
torch::Tensor rows_gradient(const torch::Tensor& slopes, const torch::Tensor& weight);

/// The gradient of the weight [N, K]; fp32 if rows are bf16. `bias` [N], of the same type, becomes
/// the gradient of the bias.
torch::Tensor weight_gradient(const torch::Tensor& slopes, const torch::Tensor& rows,
                              const OptionalTensor& bias = std::nullopt);

struct MapGradients {
  torch::Tensor weight;
  torch::Tensor bias;
};

/// Returns the gradients of weight and bias.
MapGradients map_gradients(const torch::Tensor& slopes, const torch::Tensor& rows);

}  // namespace dragoman
