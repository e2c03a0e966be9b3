#include "model/transformer.h"

#include <cmath>

#include "architecture/aligning_heads.h"
#include "architecture/positions.h"
#include "model/fused_attention.h"

namespace dragoman {

TransformerImpl::TransformerImpl(const ModelSettings& settings, const VocabularySizes& sizes)
    : settings_(settings), sizes_(sizes), keys_(std::make_shared<DropoutKeys>()) {
  dropout = register_module("dropout", Dropout(settings.dropout, keys_));
  make_embeddings();
  const bool has_encoder = !settings.is_language_model();
  for (int64_t i = 0; has_encoder && i < settings.encoder_layers; ++i) {
    encoder_layers_.push_back(
        register_module("encoder_layer_" + std::to_string(i), EncoderLayer(settings, keys_)));
  }
  const bool has_norms = settings.norm == NormPosition::kPre;
  const torch::nn::LayerNormOptions width({settings.width});
  if (has_norms && has_encoder)
    encoder_norm = register_module("encoder_norm", torch::nn::LayerNorm(width));
  for (int64_t i = 0; i < settings.decoder_layers; ++i) {
    decoder_layers_.push_back(
        register_module("decoder_layer_" + std::to_string(i), DecoderLayer(settings, keys_)));
  }
  if (has_norms) decoder_norm = register_module("decoder_norm", torch::nn::LayerNorm(width));
}

void TransformerImpl::make_embeddings() {
  const auto matrix = [&](const char* name, int64_t rows) {
    return register_parameter(name, torch::zeros({rows, settings_.width}));
  };
  const bool has_encoder = !settings_.is_language_model();
  const bool all = settings_.shared_embeddings == SharedEmbeddings::kAll;
  const bool none = settings_.shared_embeddings == SharedEmbeddings::kNone;
  if (has_encoder && !all) source_embedding_ = matrix("source_embedding", sizes_.source);
  target_embedding_ = matrix(all ? "shared_embedding" : "target_embedding", sizes_.target);
  if (all) source_embedding_ = target_embedding_;
  output_embedding_ = none ? matrix("output_embedding", sizes_.target) : target_embedding_;
  if (settings_.output_bias)
    output_bias_ = register_parameter("output_bias", torch::zeros({sizes_.target - 1}));
  if (settings_.positions == Positions::kLearned) {
    if (has_encoder) source_positions_ = matrix("source_positions", settings_.max_length);
    target_positions_ = matrix("target_positions", settings_.max_length);
  } else {
    source_positions_ = torch::tensor(sinusoidal_positions(settings_.max_length, settings_.width))
                            .view({settings_.max_length, settings_.width});
    register_buffer("positions", source_positions_);
    target_positions_ = source_positions_;
  }
}

const torch::Tensor& TransformerImpl::arrived(const torch::Tensor& weight) const {
  if (await_ && weight.defined()) await_(weight);
  return weight;
}

template <class Layer>
torch::nn::ModuleHolder<Layer>& TransformerImpl::arrived(
    torch::nn::ModuleHolder<Layer>& layer) const {
  if (await_)
    for (const torch::Tensor& weight : layer->parameters()) await_(weight);
  return layer;
}

torch::Tensor TransformerImpl::embed(const torch::Tensor& ids, const torch::Tensor& weight,
                                     const torch::Tensor& positions) {
  torch::Tensor embedded = torch::embedding(weight, ids, /*padding_idx=*/weight.size(0) - 1);
  if (settings_.scale_embeddings)
    embedded = embedded * std::sqrt(static_cast<double>(settings_.width));
  return dropout(embedded + positions);
}

torch::Tensor TransformerImpl::embed_target(const torch::Tensor& ids, int64_t first_position) {
  return embed(ids, arrived(target_embedding_),
               arrived(target_positions_).narrow(0, first_position, ids.size(1)));
}

EncoderOutput TransformerImpl::encode(const torch::Tensor& source, SourceRows rows) {
  if (settings_.is_language_model()) return {};
  const auto [ids, positions, mask] =
      lay_out(source, sizes_.source - 1, possible_rows(rows, source.size(1)), device());
  torch::Tensor x =
      embed(ids, arrived(source_embedding_), arrived(source_positions_).index_select(0, positions));
  for (EncoderLayer& layer : encoder_layers_) x = arrived(layer)(x, mask);
  return {encoder_norm.is_empty() ? x : arrived(encoder_norm)(x), mask};
}

SourceRows TransformerImpl::possible_rows(SourceRows wanted, int64_t longest) const {
  const bool drops_weights = is_training() && settings_.attention_dropout > 0;
  const bool can_pack = !drops_weights && fits_kernels(settings_.width / settings_.heads, longest);
  return can_pack ? wanted : SourceRows::kPadded;
}

torch::Tensor TransformerImpl::decode(const torch::Tensor& target_input,
                                      const EncoderOutput& source, torch::Tensor* guided) {
  torch::Tensor x = embed_target(target_input, 0);
  const auto guided_layer = static_cast<size_t>(aligning_heads(settings_).layer);
  for (size_t i = 0; i < decoder_layers_.size(); ++i) {
    torch::Tensor* const weights = i == guided_layer ? guided : nullptr;
    x = arrived(decoder_layers_[i])(x, source.states, source.mask, weights);
  }
  return finish_decoder(x);
}

torch::Tensor TransformerImpl::finish_decoder(const torch::Tensor& x) {
  return decoder_norm.is_empty() ? x : arrived(decoder_norm)(x);
}

torch::Tensor TransformerImpl::output_weight() const {
  return arrived(output_embedding_).narrow(0, 0, sizes_.target - 1);
}

torch::Tensor TransformerImpl::logits(const torch::Tensor& hidden) const {
  return torch::linear(hidden, output_weight(), output_bias_);
}

}  // namespace dragoman
