#pragma once

#include "model/attention_formula.h"

namespace dragoman {

// Both use LibTorch's operations, on any device. Each is the gradient of the other, so backward
// needs no sums whose order could vary on a GPU.

/// Packed rows [1, N, W], as `mask` describes them -> [B, S, W] with zeros for padding.
torch::Tensor unpack_rows(const torch::Tensor& rows, const AttentionMask& mask);

/// [B, S, W] -> [1, N, W], without padding.
torch::Tensor pack_rows(const torch::Tensor& padded, const AttentionMask& mask);

}  // namespace dragoman
