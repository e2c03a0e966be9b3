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

/// Inputs of multi-head attention: the outputs of its projections.
struct ProjectedHeads {
  torch::Tensor queries;  // [B, T, D]; if `memory` is undefined: queries, keys, values [B, T, 3 D]
  torch::Tensor memory;   // [B, S, 2 D]: keys, then values; packed [1, N, 2 D]
  int64_t heads = 0;      // H

  bool is_self() const { return !memory.defined(); }
  int64_t head_width() const { return queries.size(2) / (is_self() ? 3 : 1) / heads; }  // d
  /// The rows that keys and values are projected from.
  const torch::Tensor& attended() const { return is_self() ? queries : memory; }
};

/// Which keys and values a query sees.
struct AttentionMask {
  /// [B, 1, 1, S], true where a key may be seen; undefined: all may. For packed keys, the mask of
  /// the padded keys.
  torch::Tensor keys = {};
  bool causal = false;  // self-attention in which no query sees later positions
  /// [B + 1] int64, on the CPU. If defined, the keys are packed: rows [1, N, D] of all sentences,
  /// without padding. Rows offsets[b] to offsets[b + 1] - 1 are sentence b; only its queries see
  /// them.
  torch::Tensor offsets = {};
  /// The offsets as int32 on the computing device.
  torch::Tensor starts = {};
  /// [N] int64: index of each packed key in the flattened [B, S]. LibTorch's operations use
  /// `places` and `keys`; our kernels use `offsets`.
  torch::Tensor places = {};
};

/// Returns the attention of all heads (Attention Is All You Need, section 3.2.2), [B, T, D] or
/// packed as the queries are; `dropout` drops attention weights. If none are dropped, it is
/// computed by device_attention(), flash_attention() or fused_attention() where they can; else by
/// LibTorch's operations.
torch::Tensor attend(const ProjectedHeads& heads, const AttentionMask& mask, Dropout& dropout);

/// Computes attention by LibTorch's operations: queries [B, H, T, d] -> [B, H, T, d].
torch::Tensor attend(const torch::Tensor& queries, const KeyValues& memory,
                     const AttentionMask& mask, Dropout& dropout);

/// Returns the weights of scaled dot-product attention, softmax(q k^T / sqrt(d)) (section 3.2.1),
/// [B, H, T, S]. queries [B, H, T, d], keys [B, H, S, d]; mask: true where a key may be seen,
/// broadcast to [B, H, T, S], or undefined.
torch::Tensor attention_weights(const torch::Tensor& queries, const torch::Tensor& keys,
                                const torch::Tensor& mask);

/// Returns logarithms of the attention weights of the first `count` heads over the memory, [B,
/// count, T, S] fp32; minus infinity for masked keys. Uses LibTorch's operations, on any device.
torch::Tensor log_weights_of_heads(const ProjectedHeads& heads, const AttentionMask& mask,
                                   int64_t count);

/// [T, T], true on and below the diagonal: position t sees positions up to t (section 3.2.3).
torch::Tensor causal_mask(int64_t length, const torch::Device& device);

/// [B, T, parts D] -> `parts` tensors [B, H, T, d].
std::vector<torch::Tensor> split_heads(const torch::Tensor& projected, int64_t heads,
                                       int64_t parts);

/// [B, H, T, d] -> [B, T, D].
torch::Tensor join_heads(const torch::Tensor& x);

}  // namespace dragoman
