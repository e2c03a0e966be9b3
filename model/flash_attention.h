#pragma once

#include "model/attention_formula.h"

namespace dragoman {

/// Returns whether flash_attention() can compute: bf16 on a GPU that has it, and no sentence's keys
/// padded.
bool has_flash_attention(const ProjectedHeads& heads, const AttentionMask& mask);

/// Returns multi-head attention without dropout of its weights by LibTorch's flash attention (Dao
/// 2023), [B, T, D] or packed as the queries are; differentiable. Takes sentences of any lengths
/// from packed rows; other rows are as many sentences of one length.
torch::Tensor flash_attention(const ProjectedHeads& heads, const AttentionMask& mask);

}  // namespace dragoman
