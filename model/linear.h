#pragma once

#include <torch/nn/modules/linear.h>

namespace dragoman {

/// x [.., K] -> [.., N] by a linear map. Under bf16 autocast on a CPU, oneDNN is given numbers of
/// rows that come again: it compiles a kernel for every shape that it meets, which takes longer
/// than the product itself.
torch::Tensor linear(torch::nn::Linear& map, const torch::Tensor& x);

}  // namespace dragoman
