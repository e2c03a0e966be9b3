#pragma once

#include <torch/nn/modules/normalization.h>

#include <memory>
#include <string>
#include <vector>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "model/layers.h"
#include "model/source_layout.h"

namespace dragoman {

/// The encoded source that the decoder attends to; a language model has none.
struct EncoderOutput {
  torch::Tensor states;  // [B, S, D], or packed: [1, N, D]
  AttentionMask mask;    // what is seen of them
};

/// The encoder-decoder Transformer of "Attention Is All You Need" (Vaswani et al. 2017), or its
/// decoder alone, a language model as GPT (Radford et al. 2018). B batch, S source length, T target
/// length, D width, V target vocabulary.
class TransformerImpl : public torch::nn::Module {
 public:
  TransformerImpl(const ModelSettings& settings, const VocabularySizes& sizes);

  /// source [B, S] of int64 on the CPU, padded with the last id; a language model does not look at
  /// it. The states are packed if `rows` says so, there is padding, no attention weights are
  /// dropped, and kernels could compute it: on every device alike, for the same masks of dropout.
  EncoderOutput encode(const torch::Tensor& source, SourceRows rows = SourceRows::kPadded);
  /// target_input [B, T] of int64 (padding first, then the target shifted) -> hidden states [B, T,
  /// D]. Where `guided` is given, it becomes the logarithms of the attention weights of the guided
  /// heads, [B, model.alignment_heads, T, S] of fp32: those of a position are of the token that it
  /// is to predict.
  torch::Tensor decode(const torch::Tensor& target_input, const EncoderOutput& source,
                       torch::Tensor* guided = nullptr);
  /// [V - 1, D]: the map from hidden states to logits. Padding, the last id, is never predicted.
  torch::Tensor output_weight() const;
  /// [V - 1]: what is added to the logits; undefined without settings().output_bias.
  const torch::Tensor& output_bias() const { return output_bias_; }
  /// hidden [.., D] -> logits [.., V - 1].
  torch::Tensor logits(const torch::Tensor& hidden) const;

  /// Embedded target tokens ids [B, T] that stand at positions from `first_position` on: [B, T, D].
  torch::Tensor embed_target(const torch::Tensor& ids, int64_t first_position);
  /// What follows the last decoder layer: the final norm of a pre-norm model.
  torch::Tensor finish_decoder(const torch::Tensor& x);
  std::vector<DecoderLayer>& decoder_layers() { return decoder_layers_; }

  const ModelSettings& settings() const { return settings_; }
  const VocabularySizes& sizes() const { return sizes_; }
  DropoutKeys& dropout_keys() { return *keys_; }
  /// The device that the weights are on.
  torch::Device device() const { return output_embedding_.device(); }

 private:
  void make_embeddings();
  torch::Tensor embed(const torch::Tensor& ids, const torch::Tensor& weight,
                      const torch::Tensor& positions);
  /// How sentences of at most `longest` tokens are laid out: as wanted, if that is possible.
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
};
TORCH_MODULE(Transformer);

/// Fresh weights from `seed`: embeddings N(0, D^-1/2) with padding zero, matrices Xavier-uniform
/// (those of query, key and value each with gain 2^-1/2, as one matrix of all three would have),
/// biases zero.
void initialize_weights(TransformerImpl& model, uint64_t seed);

}  // namespace dragoman
