#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include <functional>
#include <memory>

#include "architecture/model_settings.h"
#include "model/attention.h"
#include "model/dropout.h"

namespace dragoman {

/// The position-wise feed-forward network (section 3.3): x [.., D] -> [.., D], with one inner
/// layer.
class FeedForwardImpl : public torch::nn::Module {
 public:
  FeedForwardImpl(const ModelSettings& settings, const std::shared_ptr<DropoutKeys>& keys);

  torch::Tensor forward(const torch::Tensor& x);

 private:
  Activation activation_;
  Dropout dropout{nullptr};
  torch::nn::Linear inner{nullptr};
  torch::nn::Linear outer{nullptr};
};
TORCH_MODULE(FeedForward);

/// A residual connection around a sub-layer, with its layer normalisation ("Attention Is All You
/// Need", sections 3.1 and 5.4). Post-norm, the paper's: norm(x + dropout(sublayer(x))). Pre-norm:
/// x + dropout(sublayer(norm(x))).
class ResidualImpl : public torch::nn::Module {
 public:
  ResidualImpl(const ModelSettings& settings, const std::shared_ptr<DropoutKeys>& keys);

  using Sublayer = std::function<torch::Tensor(const torch::Tensor&)>;

  /// x [.., D]; sublayer: [.., D] -> [.., D].
  torch::Tensor forward(const torch::Tensor& x, const Sublayer& sublayer);

 private:
  NormPosition position_;
  Dropout dropout{nullptr};
  torch::nn::LayerNorm norm{nullptr};
};
TORCH_MODULE(Residual);

/// One layer of the encoder (section 3.1): self-attention, feed-forward.
class EncoderLayerImpl : public torch::nn::Module {
 public:
  EncoderLayerImpl(const ModelSettings& settings, const std::shared_ptr<DropoutKeys>& keys);

  /// x [B, S, D] -> [B, S, D]; packed [1, N, D] -> [1, N, D].
  torch::Tensor forward(const torch::Tensor& x, const AttentionMask& mask);

 private:
  SelfAttention self_attention{nullptr};
  Residual self_attention_residual{nullptr};
  FeedForward feed_forward{nullptr};
  Residual feed_forward_residual{nullptr};
};
TORCH_MODULE(EncoderLayer);

/// One layer of the decoder (section 3.1): causal self-attention, attention over the source (a
/// language model has none), feed-forward.
class DecoderLayerImpl : public torch::nn::Module {
 public:
  DecoderLayerImpl(const ModelSettings& settings, const std::shared_ptr<DropoutKeys>& keys);

  /// x [B, T, D], memory [B, S, D] or packed (ignored in a language model) -> [B, T, D]; `source`
  /// masks the memory. If `guided` is given, stores the logarithms of the guided heads' attention
  /// weights there, [B, model.alignment_heads, T, S].
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& memory,
                        const AttentionMask& source, torch::Tensor* guided = nullptr);

  KeyValues project_memory(const torch::Tensor& memory) {
    return cross_attention->project_memory(memory);
  }
  /// Computes the newest position of K hypotheses for each of B sentences: x [B, K, D] -> [B, K,
  /// D]. `past` holds B * K rows, those of a sentence next to each other. `memory` holds B rows,
  /// each shared by a sentence's hypotheses. If `attention` is given, stores the attention weights
  /// over the source there, [B, H, K, S].
  torch::Tensor step(const torch::Tensor& x, KeyValues& past, const KeyValues& memory,
                     const torch::Tensor& source_mask, torch::Tensor* attention = nullptr);

 private:
  int64_t guided_heads_;
  SelfAttention self_attention{nullptr};
  Residual self_attention_residual{nullptr};
  CrossAttention cross_attention{nullptr};  // empty in a language model, like its residual
  Residual cross_attention_residual{nullptr};
  FeedForward feed_forward{nullptr};
  Residual feed_forward_residual{nullptr};
};
TORCH_MODULE(DecoderLayer);

}  // namespace dragoman
