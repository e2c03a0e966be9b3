#pragma once

#include "model/tensor_products.h"

namespace dragoman {

/// Computes a product of fp32 by our kernels, in LibTorch's threads. Every number of it is a sum in
/// a fixed order: it is the same in all tables of kernels that have FMA, and for any number of
/// threads.
void multiply_on_cpu(const TensorProduct& product);

/// Adds rows [n, N] of fp32, one after another, to sums [N].
void add_rows(const torch::Tensor& rows, const torch::Tensor& sums);

/// Returns the sums [N] of the columns of rows [n, N] in fp32: by add_rows() if
/// runs_own_products(), else by LibTorch, which is faster.
torch::Tensor column_sums(const torch::Tensor& rows);

}  // namespace dragoman
