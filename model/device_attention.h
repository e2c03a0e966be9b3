#pragma once

#include "model/attention_formula.h"

namespace dragoman {

/// Returns whether device_attention() can compute: in bf16, on a GPU that has units for matrices,
/// sentences of at most 64 tokens, heads of at most 64 numbers, a multiple of 16, and no sentence's
/// keys padded.
bool has_device_attention(const ProjectedHeads& heads, const AttentionMask& mask);

/// Returns multi-head attention without dropout of its weights by the kernels of
/// model/device_attention.cu, [B, T, D] or packed as the queries are; differentiable. Takes
/// sentences of any lengths from packed rows; other rows are as many sentences of one length.
torch::Tensor device_attention(const ProjectedHeads& heads, const AttentionMask& mask);

}  // namespace dragoman
