#pragma once

#include <torch/nn/modules/linear.h>

#include "model/dropout.h"

namespace dragoman {

// B batch, H heads, D width, d = D / H width of a head, S keys, T queries.

/// Weights of scaled dot-product attention, softmax(q k^T / sqrt(d)) (Attention Is All You Need,
/// section 3.2.1). queries [B, H, T, d], keys [B, H, S, d]; mask: true where a key may be seen,
/// broadcast to [B, H, T, S], or undefined.
torch::Tensor attention_weights(const torch::Tensor& queries, const torch::Tensor& keys,
                                const torch::Tensor& mask);

/// [T, T], true on and below the diagonal: position t sees positions up to t.
torch::Tensor causal_mask(int64_t length, const torch::Device& device);

/// Keys and values of one layer as decoding goes on, each [rows, H, length, d].
struct KeyValues {
  torch::Tensor keys;
  torch::Tensor values;
};

/// Which keys and values a query sees.
struct AttentionMask {
  torch::Tensor keys;   // [B, 1, 1, S], true where a key may be seen; undefined: everywhere
  bool causal = false;  // queries and keys are the same sequence, and none sees what comes after it
  /// [B + 1] of int64 on the CPU. Where it is defined, what is attended to is packed: the rows [1,
  /// N, D] of all sentences without padding, those of sentence b from offsets[b] up to offsets[b +
  /// 1], and its queries see these. can_fuse_attention() has to hold for them.
  torch::Tensor offsets = {};
};

/// Multi-head attention over the sequence itself (section 3.2.2). One matrix holds the maps to
/// queries, keys, values.
class SelfAttentionImpl : public torch::nn::Module {
 public:
  SelfAttentionImpl(int64_t width, int64_t heads, Dropout dropout);

  /// x [B, T, D] -> [B, T, D]; packed [1, N, D] -> [1, N, D].
  torch::Tensor forward(const torch::Tensor& x, const AttentionMask& mask);
  /// The newest position alone: x [rows, 1, D] -> [rows, 1, D]; appends to `past`, which starts out
  /// undefined.
  torch::Tensor step(const torch::Tensor& x, KeyValues& past);

 private:
  int64_t heads_;
  Dropout dropout_;
  torch::nn::Linear query_key_value{nullptr};
  torch::nn::Linear output{nullptr};
};
TORCH_MODULE(SelfAttention);

/// Multi-head attention of the decoder over the encoder's output (section 3.2.3).
class CrossAttentionImpl : public torch::nn::Module {
 public:
  CrossAttentionImpl(int64_t width, int64_t heads, Dropout dropout);

  /// Keys and values of the encoder's output [B, S, D], each [B, H, S, d].
  KeyValues project_memory(const torch::Tensor& memory);
  /// x [B, T, D], the encoder's output [B, S, D] or packed -> [B, T, D].
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& memory,
                        const AttentionMask& mask);
  /// The same with keys and values that were projected before. Where `weights` is given, it becomes
  /// the attention weights [B, H, T, S].
  torch::Tensor step(const torch::Tensor& x, const KeyValues& memory, const AttentionMask& mask,
                     torch::Tensor* weights);

 private:
  /// [B, S, 2 D] -> keys and values.
  KeyValues split_memory(const torch::Tensor& projected) const;

  int64_t heads_;
  Dropout dropout_;
  torch::nn::Linear query{nullptr};
  torch::nn::Linear key_value{nullptr};
  torch::nn::Linear output{nullptr};
};
TORCH_MODULE(CrossAttention);

}  // namespace dragoman
