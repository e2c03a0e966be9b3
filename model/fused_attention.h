#pragma once

#include "model/attention.h"

namespace dragoman {

/// What multi-head attention is computed from, as projections give it.
struct ProjectedHeads {
  torch::Tensor queries;  // [B, T, D]; where `memory` is undefined [B, T, 3 D]: keys and values too
  torch::Tensor memory;   // [B, S, 2 D]: keys, then values
  int64_t heads = 0;      // H
};

/// Whether fused_attention() computes it: fp32 or bf16 on a CPU, heads whose width is a multiple of
/// 16, and sequences whose weights fit into a cache.
bool can_fuse_attention(const ProjectedHeads& heads);

/// Multi-head attention without dropout of its weights, [B, T, D], and its gradient: for many short
/// sequences, straight from and to the rows of the projections. What is given in bf16 is computed
/// with in fp32.
torch::Tensor fused_attention(const ProjectedHeads& heads, const AttentionMask& mask);

}  // namespace dragoman
