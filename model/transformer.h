#pragma once

#include <torch/nn/modules/normalization.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "model/layers.h"
#include "model/source_layout.h"

namespace dragoman {

/// The encoded source that the decoder attends to; a language model has none.
struct EncoderOutput {
  torch::Tensor states;  // [B, S, D], or packed: [1, N, D]
  AttentionMask mask;    // which states the decoder sees
};

/// The encoder-decoder Transformer of "Attention Is All You Need" (Vaswani et al. 2017), or its
/// decoder alone: a language model like GPT (Radford et al. 2018). B batch, S source length, T
/// target length, D width, V target vocabulary.
class TransformerImpl : public torch::nn::Module {
 public:
  TransformerImpl(const ModelSettings& settings, const VocabularySizes& sizes);

  /// Encodes source [B, S] (int64 on the CPU, padded with the last id); a language model ignores
  /// it. Packs the states if `rows` asks for it, the batch has padding, no attention weights are
  /// dropped, and our kernels support the sizes. All devices decide alike, so dropout masks agree.
  EncoderOutput encode(const torch::Tensor& source, SourceRows rows = SourceRows::kPadded);
  /// target_input [B, T] int64 (the padding id, then the target shifted right) -> hidden states [B,
  /// T, D]. If `guided` is given, stores the logarithms of the guided heads' attention weights
  /// there, [B, model.alignment_heads, T, S] fp32. The weights at position t belong to the token
  /// that t predicts.
  torch::Tensor decode(const torch::Tensor& target_input, const EncoderOutput& source,
                       torch::Tensor* guided = nullptr);
  /// Returns the map from hidden states to logits, [V - 1, D]. Padding, the last id, is never
  /// predicted.
  torch::Tensor output_weight() const;
  /// Returns the bias of the logits, [V - 1]; undefined without settings().output_bias.
  const torch::Tensor& output_bias() const { return arrived(output_bias_); }
  /// hidden [.., D] -> logits [.., V - 1].
  torch::Tensor logits(const torch::Tensor& hidden) const;

  /// Embeds target ids [B, T] at positions from `first_position` on -> [B, T, D].
  torch::Tensor embed_target(const torch::Tensor& ids, int64_t first_position);
  /// Applies what follows the last decoder layer: the final norm of a pre-norm model.
  torch::Tensor finish_decoder(const torch::Tensor& x);
  std::vector<DecoderLayer>& decoder_layers() { return decoder_layers_; }

  /// Makes the functions above call `await` with each weight before they read it: weights may
  /// arrive during the forward pass. What reads weights by itself, or uses decoder_layers(), may
  /// only do so when all have arrived.
  void await_weights(std::function<void(const torch::Tensor& weight)> await) {
    await_ = std::move(await);
  }

  const ModelSettings& settings() const { return settings_; }
  const VocabularySizes& sizes() const { return sizes_; }
  DropoutKeys& dropout_keys() { return *keys_; }
  /// Returns the device of the weights.
  torch::Device device() const { return output_embedding_.device(); }

 private:
  void make_embeddings();
  /// Returns a weight, or a layer, after the arrival of its weights.
  const torch::Tensor& arrived(const torch::Tensor& weight) const;
  template <class Layer>
  torch::nn::ModuleHolder<Layer>& arrived(torch::nn::ModuleHolder<Layer>& layer) const;
  /// Returns dropout(embedding * sqrt(D) + positions) (sections 3.4, 3.5, 5.4). Without
  /// settings().scale_embeddings the factor is 1.
  torch::Tensor embed(const torch::Tensor& ids, const torch::Tensor& weight,
                      const torch::Tensor& positions);
  /// Returns `wanted` if it is possible for sentences of at most `longest` tokens, else kPadded.
  SourceRows possible_rows(SourceRows wanted, int64_t longest) const;

  ModelSettings settings_;
  VocabularySizes sizes_;
  std::shared_ptr<DropoutKeys> keys_;
  Dropout dropout{nullptr};
  torch::Tensor source_embedding_;  // [V_source, D]; undefined in a language model, unless shared
  torch::Tensor target_embedding_;  // [V, D]
  torch::Tensor output_embedding_;  // [V, D]
  torch::Tensor output_bias_;       // [V - 1] or undefined
  torch::Tensor source_positions_;  // [max_length, D]; undefined in a language model
  torch::Tensor target_positions_;  // [max_length, D]
  std::vector<EncoderLayer> encoder_layers_;
  std::vector<DecoderLayer> decoder_layers_;
  torch::nn::LayerNorm encoder_norm{nullptr};
  torch::nn::LayerNorm decoder_norm{nullptr};
  std::function<void(const torch::Tensor& weight)> await_;
};
TORCH_MODULE(Transformer);

/// Draws initial weights from `seed`: embeddings from N(0, 1/D) with zeros for padding, learned
/// positions from N(0, 0.02^2), matrices Xavier-uniform (query, key and value matrices with gain
/// 2^-1/2 each, like one matrix of all three), norm weights one, biases zero.
void initialize_weights(TransformerImpl& model, uint64_t seed);

}  // namespace dragoman
