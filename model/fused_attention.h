#pragma once

#include "model/attention_formula.h"

namespace dragoman {

/// Whether fused_attention() may compute heads of this width over so many keys: the width is a
/// multiple of 16, and the weights fit into a cache.
bool fits_kernels(int64_t head_width, int64_t num_keys);

/// Whether fused_attention() computes it: that, and rows of fp32 or bf16 on a CPU.
bool can_fuse_attention(const torch::Tensor& rows, int64_t head_width, int64_t num_keys);

/// Multi-head attention without dropout of its weights, as long as the queries and D wide, and its
/// gradient: for many short sequences, straight from and to the rows of the projections. What is
/// given in bf16 is computed with in fp32.
torch::Tensor fused_attention(const ProjectedHeads& heads, const AttentionMask& mask);

}  // namespace dragoman
