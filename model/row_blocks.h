#pragma once

#include <torch/types.h>

namespace dragoman {

/// The type in which a CPU multiplies matrices: bf16 under its autocast, else fp32.
torch::Dtype product_type();

/// The rows of x [.., K] in a type, [n, K]. For bf16 on a CPU rows of zeros follow that make n a
/// multiple of 256: oneDNN compiles a kernel for every number of rows that it meets, which takes
/// longer than the product itself.
torch::Tensor row_blocks(const torch::Tensor& x, torch::Dtype type);
/// The same for x [count, K] that is still to be computed.
torch::Tensor empty_row_blocks(int64_t count, int64_t width, torch::Dtype type);

/// Of rows [n, N], the first ones, in the shape [.., N] that x [.., K] of these sizes has.
torch::Tensor rows_like(const torch::Tensor& rows, torch::IntArrayRef sizes_of_x);

}  // namespace dragoman
