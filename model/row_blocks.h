#pragma once

#include <torch/types.h>

namespace dragoman {

/// Returns the type in which the CPU multiplies matrices: bf16 under autocast, else fp32.
torch::Dtype product_type();

/// Returns the rows of x [.., K] in a type, [n, K]. For bf16 on the CPU, appends rows of zeros
/// until n is a multiple of 256: oneDNN compiles a kernel for each new number of rows, which takes
/// longer than the product.
torch::Tensor row_blocks(const torch::Tensor& x, torch::Dtype type);

/// Returns the first of rows [n, N] in shape [.., N], where x [.., K] has the sizes `sizes_of_x`.
torch::Tensor rows_like(const torch::Tensor& rows, torch::IntArrayRef sizes_of_x);

}  // namespace dragoman
