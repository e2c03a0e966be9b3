#pragma once

#include <torch/nn/modules/linear.h>

namespace dragoman {

/// Applies a linear map: x [.., K] -> [.., N]. Under bf16 autocast on a CPU, pads the rows with
/// row_blocks(), so that oneDNN compiles few kernels.
torch::Tensor linear(torch::nn::Linear& map, const torch::Tensor& x);

}  // namespace dragoman
