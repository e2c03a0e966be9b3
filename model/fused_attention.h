#pragma once

#include "model/attention_formula.h"

namespace dragoman {

/// Returns whether fused_attention() supports heads of this width and this number of keys: the
/// width is a multiple of 16, and the weights fit into a cache.
bool fits_kernels(int64_t head_width, int64_t num_keys);

/// Returns whether fused_attention() can compute attention: fits_kernels(), and rows of fp32 or
/// bf16 on a CPU.
bool can_fuse_attention(const torch::Tensor& rows, int64_t head_width, int64_t num_keys);

/// Returns multi-head attention without dropout of its weights, [B, T, D] or packed as the queries
/// are; differentiable. Suits many short sequences: it reads and writes the projections' rows
/// directly. Computes in fp32, also for inputs of bf16.
torch::Tensor fused_attention(const ProjectedHeads& heads, const AttentionMask& mask);

}  // namespace dragoman
