#pragma once

#include <torch/nn/modules/linear.h>

#include "model/attention_formula.h"

namespace dragoman {

// B batch, H heads, D width, d = D / H width of a head, S keys, T queries.

/// Multi-head self-attention ("Attention Is All You Need", section 3.2.2). One matrix projects to
/// queries, keys and values.
class SelfAttentionImpl : public torch::nn::Module {
 public:
  SelfAttentionImpl(int64_t width, int64_t heads, const Dropout& dropout_of_weights);

  /// x [B, T, D] -> [B, T, D]; packed [1, N, D] -> [1, N, D].
  torch::Tensor forward(const torch::Tensor& x, const AttentionMask& mask);
  /// Computes the newest position only: x [rows, 1, D] -> [rows, 1, D]. Appends its key and value
  /// to `past`, whose tensors are undefined before the first step.
  torch::Tensor step(const torch::Tensor& x, KeyValues& past);

 private:
  int64_t heads_;
  Dropout dropout{nullptr};
  torch::nn::Linear query_key_value{nullptr};
  torch::nn::Linear output{nullptr};
};
TORCH_MODULE(SelfAttention);

/// Multi-head attention of the decoder over the encoder's output (section 3.2.3).
class CrossAttentionImpl : public torch::nn::Module {
 public:
  CrossAttentionImpl(int64_t width, int64_t heads, const Dropout& dropout_of_weights);

  /// Returns keys and values of the encoder's output [B, S, D], each [B, H, S, d].
  KeyValues project_memory(const torch::Tensor& memory);
  /// x [B, T, D] and the encoder's output, `memory` [B, S, D] or packed -> [B, T, D]. If `guided`
  /// is given, stores log_weights_of_heads() of the first `guided_heads` heads there.
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& memory,
                        const AttentionMask& mask, int64_t guided_heads = 0,
                        torch::Tensor* guided = nullptr);
  /// Does the same with keys and values from project_memory(). If `weights` is given, stores the
  /// attention weights [B, H, T, S] there.
  torch::Tensor step(const torch::Tensor& x, const KeyValues& memory, const AttentionMask& mask,
                     torch::Tensor* weights);

 private:
  int64_t heads_;
  Dropout dropout{nullptr};
  torch::nn::Linear query{nullptr};
  torch::nn::Linear key_value{nullptr};
  torch::nn::Linear output{nullptr};
};
TORCH_MODULE(CrossAttention);

}  // namespace dragoman
