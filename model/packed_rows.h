#pragma once

#include "model/attention_formula.h"

namespace dragoman {

// By LibTorch's operations, on any device. Each is the other's gradient, so that no sums are made
// whose order a GPU might change.

/// Packed rows [1, N, W] of a mask's keys -> [B, S, W], zeros where there is padding.
torch::Tensor unpack_rows(const torch::Tensor& rows, const AttentionMask& mask);

/// [B, S, W] -> [1, N, W], without padding.
torch::Tensor pack_rows(const torch::Tensor& padded, const AttentionMask& mask);

}  // namespace dragoman
