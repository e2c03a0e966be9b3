#pragma once

#include <vector>

#include "model/dropout.h"

namespace dragoman {

// B batch, H heads, D width, d = D / H width of a head, S keys, T queries.

/// Keys and values of one layer, each [rows, H, length, d].
struct KeyValues {
  torch::Tensor keys;
  torch::Tensor values;
};

/// Multi-head attention's inputs, as projections give them.
struct ProjectedHeads {
  torch::Tensor queries;  // [B, T, D]; where `memory` is undefined [B, T, 3 D]: keys and values too
  torch::Tensor memory;   // [B, S, 2 D]: keys, then values; packed [1, N, 2 D]
  int64_t heads = 0;      // H
};

/// Which keys and values a query sees.
struct AttentionMask {
  /// [B, 1, 1, S], true where a key may be seen; undefined: everywhere. Of packed keys it is that
  /// of the padded ones.
  torch::Tensor keys = {};
  bool causal = false;  // queries and keys are the same sequence, and none sees what comes after it
  /// [B + 1] of int64 on the CPU. Where it is defined, the keys are packed: the rows [1, N, D] of
  /// all sentences without padding, those of sentence b from offsets[b] up to offsets[b + 1]. The
  /// queries of a sentence see these.
  torch::Tensor offsets = {};
  /// [N] of int64: where each of packed keys is in the flattened [B, S]. LibTorch's operations need
  /// them and `keys`, kernels of ours the offsets.
  torch::Tensor places = {};
};

/// Attention of all heads (Attention Is All You Need, section 3.2.2), as long as the queries and D
/// wide; `dropout` drops its weights. Kernels of ours compute it where can_fuse_attention() says so
/// and no weights are dropped, elsewhere LibTorch's operations.
torch::Tensor attend(const ProjectedHeads& heads, const AttentionMask& mask, Dropout& dropout);

/// Attention by LibTorch's operations: queries [B, H, T, d] -> [B, H, T, d].
torch::Tensor attend(const torch::Tensor& queries, const KeyValues& memory,
                     const AttentionMask& mask, Dropout& dropout);

/// Weights of scaled dot-product attention, softmax(q k^T / sqrt(d)) (section 3.2.1). queries [B,
/// H, T, d], keys [B, H, S, d]; mask: true where a key may be seen, broadcast to [B, H, T, S], or
/// undefined.
torch::Tensor attention_weights(const torch::Tensor& queries, const torch::Tensor& keys,
                                const torch::Tensor& mask);

/// Logarithms of the attention weights of the first `count` heads over the memory, [B, count, T, S]
/// of fp32; minus infinity where a key is not seen. By LibTorch's operations, on any device.
torch::Tensor log_weights_of_heads(const ProjectedHeads& heads, const AttentionMask& mask,
                                   int64_t count);

/// [T, T], true on and below the diagonal: position t sees positions up to t.
torch::Tensor causal_mask(int64_t length, const torch::Device& device);

/// [B, T, parts D] -> `parts` tensors [B, H, T, d].
std::vector<torch::Tensor> split_heads(const torch::Tensor& projected, int64_t heads,
                                       int64_t parts);

/// [B, H, T, d] -> [B, T, D].
torch::Tensor join_heads(const torch::Tensor& x);

}  // namespace dragoman
