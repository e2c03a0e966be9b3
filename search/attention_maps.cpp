#include "search/attention_maps.h"

#include <mutex>
#include <stdexcept>

#include "io/utf8.h"
#include "model/transformer.h"
#include "search/model_folder.h"

namespace dragoman {
namespace {

/// weights [1, H, T, S] of one sentence.
LayerAttention to_layer(const torch::Tensor& weights) {
  const torch::Tensor values = weights[0].contiguous();
  LayerAttention heads(values.size(0));
  const float* row = values.data_ptr<float>();
  for (auto& head : heads) {
    for (int64_t t = 0; t < values.size(1); ++t, row += values.size(2))
      head.emplace_back(row, row + values.size(2));
  }
  return heads;
}

std::vector<LayerAttention> to_layers(const std::vector<torch::Tensor>& weights) {
  std::vector<LayerAttention> layers;
  for (const torch::Tensor& layer : weights) layers.push_back(to_layer(layer));
  return layers;
}

/// [1, length].
torch::Tensor as_batch(const TokenIds& ids) {
  return torch::tensor(std::vector<int64_t>(ids.begin(), ids.end())).unsqueeze(0);
}

/// The weights of all layers of one kind of attention, each in its tensor.
template <class Attention>
void show_layers(Transformer& model, const std::string& layers, const std::string& name,
                 std::vector<torch::Tensor>& weights) {
  std::vector<Attention*> modules;
  for (const auto& module : model->named_modules()) {
    if (module.key().starts_with(layers) && module.key().ends_with(name))
      modules.push_back(module.value()->template as<Attention>());
  }
  weights.resize(modules.size());
  for (size_t i = 0; i < modules.size(); ++i) modules[i]->show_weights(&weights[i]);
}

}  // namespace

struct AttentionViewer::Impl {
  explicit Impl(const std::string& run)
      : folder(open_model_folder(run)), model(load_transformer(folder)) {
    show_layers<SelfAttentionImpl>(model, "encoder_layer_", ".self_attention", encoder);
    show_layers<SelfAttentionImpl>(model, "decoder_layer_", ".self_attention", decoder);
    show_layers<CrossAttentionImpl>(model, "decoder_layer_", ".cross_attention", cross);
  }

  bool is_language_model() const { return folder.settings.model.is_language_model(); }

  /// What the decoder reads before the first token: padding, or in a stream the end of a line.
  int32_t start_token() const {
    const Tokenizer& target = *folder.tokenizers.target;
    const bool is_stream =
        is_language_model() && folder.settings.data.layout == TextLayout::kStream;
    return is_stream ? target.id_of("\n").value_or(target.pad_id()) : target.pad_id();
  }

  void check_length(const char* what, const TokenIds& ids) const {
    const auto length = static_cast<int64_t>(ids.size());
    if (length <= folder.settings.model.max_length) return;
    throw std::invalid_argument(
        std::string("the ") + what + " has " + std::to_string(length) + " tokens, more than the " +
        std::to_string(folder.settings.model.max_length) + " that the model takes: shorten it");
  }

  TokenIds encode(const char* what, const Tokenizer& tokenizer, const std::string& text) const {
    TokenIds ids = tokenizer.encode(replace_invalid_utf8(text));
    ids.push_back(tokenizer.eos_id());
    check_length(what, ids);
    return ids;
  }

  ModelFolder folder;
  Transformer model;
  std::vector<torch::Tensor> encoder, decoder, cross;  // [1, H, T, S] of the last pass
  std::mutex mutex;
};

AttentionViewer::AttentionViewer(const std::string& run) : impl_(std::make_unique<Impl>(run)) {}

AttentionViewer::~AttentionViewer() = default;

AttentionMaps AttentionViewer::view(const std::string& source, const std::string& target) const {
  const Tokenizers& tokenizers = impl_->folder.tokenizers;
  const TokenIds target_ids = impl_->encode("translation", *tokenizers.target, target);
  TokenIds input_ids = target_ids;
  input_ids.insert(input_ids.begin(), impl_->start_token());
  input_ids.pop_back();

  const std::lock_guard lock(impl_->mutex);
  const c10::InferenceMode inference;
  AttentionMaps maps;
  EncoderOutput encoded;
  if (!impl_->is_language_model()) {
    const TokenIds source_ids = impl_->encode("source", *tokenizers.source, source);
    encoded = impl_->model->encode(as_batch(source_ids));
    maps.source_tokens = tokenizers.source->pieces_of(source_ids);
  }
  impl_->model->decode(as_batch(input_ids), encoded);
  maps.target_tokens = tokenizers.target->pieces_of(target_ids);
  maps.target_inputs = maps.target_tokens;
  maps.target_inputs.insert(maps.target_inputs.begin(), "<s>");
  maps.target_inputs.pop_back();
  maps.encoder = to_layers(impl_->encoder);
  maps.decoder = to_layers(impl_->decoder);
  maps.cross = to_layers(impl_->cross);
  return maps;
}

}  // namespace dragoman
