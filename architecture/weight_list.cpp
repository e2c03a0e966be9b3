#include "architecture/weight_list.h"

#include "architecture/weight.h"

namespace dragoman {
namespace {

class WeightList {
 public:
  explicit WeightList(const ModelSettings& settings) : settings_(settings) {}

  void add_embeddings(const VocabularySizes& sizes) {
    const int64_t width = settings_.width;
    const bool has_encoder = !settings_.is_language_model();
    const bool all = settings_.shared_embeddings == SharedEmbeddings::kAll;
    if (has_encoder && !all) add("source_embedding", {sizes.source, width});
    add(all ? "shared_embedding" : "target_embedding", {sizes.target, width});
    if (settings_.shared_embeddings == SharedEmbeddings::kNone)
      add("output_embedding", {sizes.target, width});
    if (settings_.output_bias) add("output_bias", {sizes.target - 1});
    if (settings_.positions != Positions::kLearned) return;
    if (has_encoder) add("source_positions", {settings_.max_length, width});
    add("target_positions", {settings_.max_length, width});
  }

  void add_layer(const std::string& name, bool looks_at_source) {
    const int64_t width = settings_.width;
    add_linear(name + ".self_attention.query_key_value", 3 * width, width);
    add_linear(name + ".self_attention.output", width, width);
    add_norm(name + ".self_attention_residual.norm");
    if (looks_at_source) {
      add_linear(name + ".cross_attention.query", width, width);
      add_linear(name + ".cross_attention.key_value", 2 * width, width);
      add_linear(name + ".cross_attention.output", width, width);
      add_norm(name + ".cross_attention_residual.norm");
    }
    add_linear(name + ".feed_forward.inner", settings_.feed_forward, width);
    add_linear(name + ".feed_forward.outer", width, settings_.feed_forward);
    add_norm(name + ".feed_forward_residual.norm");
  }

  void add_norm(const std::string& name) {
    add(name + ".weight", {settings_.width});
    add(name + ".bias", {settings_.width});
  }

  std::vector<WeightShape> take() { return std::move(weights_); }

 private:
  void add(std::string name, std::vector<int64_t> shape) {
    weights_.push_back({std::move(name), std::move(shape)});
  }

  void add_linear(const std::string& name, int64_t outputs, int64_t inputs) {
    add(name + ".weight", {outputs, inputs});
    add(name + ".bias", {outputs});
  }

  const ModelSettings& settings_;
  std::vector<WeightShape> weights_;
};

}  // namespace

std::vector<WeightShape> list_weights(const ModelSettings& settings, const VocabularySizes& sizes) {
  const bool has_encoder = !settings.is_language_model();
  const bool is_pre_norm = settings.norm == NormPosition::kPre;
  WeightList weights(settings);
  weights.add_embeddings(sizes);
  for (int64_t i = 0; has_encoder && i < settings.encoder_layers; ++i)
    weights.add_layer("encoder_layer_" + std::to_string(i), false);
  if (is_pre_norm && has_encoder) weights.add_norm("encoder_norm");
  for (int64_t i = 0; i < settings.decoder_layers; ++i)
    weights.add_layer("decoder_layer_" + std::to_string(i), has_encoder);
  if (is_pre_norm) weights.add_norm("decoder_norm");
  return weights.take();
}

std::vector<std::pair<std::string, int64_t>> count_parameters(const ModelSettings& settings,
                                                              const VocabularySizes& sizes) {
  int64_t embeddings = 0, positions = 0, encoder = 0, decoder = 0;
  for (const WeightShape& weight : list_weights(settings, sizes)) {
    int64_t& part = weight.name.starts_with("encoder_")   ? encoder
                    : weight.name.starts_with("decoder_") ? decoder
                    : weight.name.ends_with("_positions") ? positions
                                                          : embeddings;
    part += num_elements(weight.shape);
  }
  std::vector<std::pair<std::string, int64_t>> counts = {{"embeddings", embeddings}};
  if (positions > 0) counts.emplace_back("positions", positions);
  if (!settings.is_language_model()) counts.emplace_back("encoder", encoder);
  counts.emplace_back("decoder", decoder);
  return counts;
}

}  // namespace dragoman
