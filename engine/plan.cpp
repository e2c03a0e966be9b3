#include "engine/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "architecture/positions.h"

namespace dragoman {
namespace {

/// Packs weights as they come.
class Packer {
 public:
  Packer(const Kernels& kernels, const WeightSource& weights, const PlanSizes& sizes,
         NumberFormat format)
      : kernels_(kernels), weights_(weights), sizes_(sizes), format_(format) {}

  Weight get(const std::string& name, const std::vector<int64_t>& shape) const {
    return weights_(name, shape);
  }
  /// The weight as one that needs nothing of where it came from.
  Weight copy(const std::string& name, const std::vector<int64_t>& shape) const {
    return scaled(get(name, shape), 1);
  }

  NormPlan norm(const std::string& name) const {
    return {to_vector(get(name + ".weight", {sizes_.width})),
            to_vector(get(name + ".bias", {sizes_.width}))};
  }

  AttentionPlan self_attention(const std::string& layer) const {
    const std::string name = layer + ".self_attention";
    const Affine all = affine(name + ".query_key_value", 3 * sizes_.width, sizes_.width);
    return {.query = pack_queries(all.part(0, sizes_.width)),
            .key_value = pack_heads(all.part(sizes_.width, 2 * sizes_.width)),
            .output = pack_output(name),
            .norm = norm(name + "_residual.norm")};
  }

  AttentionPlan cross_attention(const std::string& layer) const {
    const std::string name = layer + ".cross_attention";
    return {.query = pack_queries(affine(name + ".query", sizes_.width, sizes_.width)),
            .key_value = pack_heads(affine(name + ".key_value", 2 * sizes_.width, sizes_.width)),
            .output = pack_output(name),
            .norm = norm(name + "_residual.norm")};
  }

  FeedForwardPlan feed_forward(const std::string& layer, int64_t inner,
                               Activation activation) const {
    const std::string name = layer + ".feed_forward";
    return {.inner = pack(affine(name + ".inner", inner, sizes_.width)),
            .outer = pack(affine(name + ".outer", sizes_.width, inner)),
            .activation = to_epilogue(activation),
            .norm = norm(name + "_residual.norm")};
  }

  TokenTable tokens(const Weight& weight) const { return {weight, format_, kernels_.rows}; }

  /// weight [outputs, inputs]; bias [outputs] or none.
  PackedLinear pack(const Weight& weight, const Weight& bias, float bias_beyond = 0) const {
    return {kernels_,      format_,        weight.data(), bias.data(),
            weight.rows(), weight.width(), bias_beyond};
  }

 private:
  /// weight [outputs, inputs], bias [outputs].
  struct Affine {
    Weight weight, bias;

    Affine part(int64_t first, int64_t count) const {
      return {weight.part(first, count), bias.part(first, count)};
    }
  };

  Affine affine(const std::string& name, int64_t outputs, int64_t inputs) const {
    return {get(name + ".weight", {outputs, inputs}), get(name + ".bias", {outputs})};
  }

  PackedLinear pack(const Affine& affine) const { return pack(affine.weight, affine.bias); }
  PackedLinear pack_heads(const Affine& affine) const {
    return pack(pad_heads(affine.weight), pad_heads(affine.bias));
  }
  PackedLinear pack_queries(const Affine& affine) const {
    const double scale = 1.0 / std::sqrt(static_cast<double>(head_width()));
    return pack_heads({scaled(affine.weight, scale), scaled(affine.bias, scale)});
  }
  PackedLinear pack_output(const std::string& name) const {
    const Affine output = affine(name + ".output", sizes_.width, sizes_.width);
    return pack(pad_inputs(output.weight), output.bias);
  }

  /// d, before it is rounded up.
  int64_t head_width() const { return sizes_.width / sizes_.heads; }

  static AlignedVector<float> to_vector(const Weight& weight) {
    return {weight.data(), weight.data() + weight.size()};
  }

  static Weight scaled(const Weight& weight, double factor) {
    std::vector<float> numbers(weight.data(), weight.data() + weight.size());
    for (float& number : numbers) number *= static_cast<float>(factor);
    return {weight.shape(), std::move(numbers)};
  }

  static Epilogue to_epilogue(Activation activation) {
    switch (activation) {
      case Activation::kRelu:
        return Epilogue::kRelu;
      case Activation::kGelu:
        return Epilogue::kGelu;
      case Activation::kSilu:
        return Epilogue::kSilu;
    }
    return Epilogue::kNone;
  }

  /// Heads along the first dimension, [n * d, ..], with zeros between them: [n * head_width, ..].
  Weight pad_heads(const Weight& weight) const {
    if (head_width() == sizes_.head_width) return weight;
    const int64_t heads = weight.rows() / head_width();
    std::vector<int64_t> shape = weight.shape();
    shape.front() = heads * sizes_.head_width;
    return {shape, spread(weight.data(), heads, weight.width())};
  }
  /// The same for [outputs, n * d]: [outputs, n * head_width].
  Weight pad_inputs(const Weight& weight) const {
    if (head_width() == sizes_.head_width) return weight;
    return {{weight.rows(), sizes_.all_heads()},
            spread(weight.data(), weight.rows() * sizes_.heads, 1)};
  }
  /// `count` times d items of `size` numbers, each d with zeros after them.
  std::vector<float> spread(const float* from, int64_t count, int64_t size) const {
    std::vector<float> numbers(count * sizes_.head_width * size);
    for (int64_t i = 0; i < count; ++i) {
      std::copy_n(from + i * head_width() * size, head_width() * size,
                  numbers.begin() + i * sizes_.head_width * size);
    }
    return numbers;
  }

  const Kernels& kernels_;
  const WeightSource& weights_;
  PlanSizes sizes_;
  NumberFormat format_;
};

PlanSizes sizes_of(const ModelSettings& settings, const VocabularySizes& vocabulary) {
  return {.width = settings.width,
          .heads = settings.heads,
          .head_width = round_up(settings.width / settings.heads, kLaneCount),
          .max_length = settings.max_length,
          .source_padding = vocabulary.source - 1,
          .target_padding = vocabulary.target - 1};
}

/// Embeddings and what turns hidden states into logits; one matrix may be several of them.
void pack_embeddings(const Packer& packer, const ModelSettings& settings,
                     const VocabularySizes& vocabulary, Plan& plan) {
  const int64_t width = settings.width, predicted = vocabulary.target - 1;
  const bool has_encoder = !settings.is_language_model();
  const bool all = settings.shared_embeddings == SharedEmbeddings::kAll;
  const Weight target =
      packer.get(all ? "shared_embedding" : "target_embedding", {vocabulary.target, width});
  const Weight output = settings.shared_embeddings == SharedEmbeddings::kNone
                            ? packer.get("output_embedding", {vocabulary.target, width})
                            : target;
  const Weight bias = settings.output_bias ? packer.get("output_bias", {predicted}) : Weight();
  plan.output =
      packer.pack(output.part(0, predicted), bias, -std::numeric_limits<float>::infinity());

  const double scale = settings.scale_embeddings ? std::sqrt(static_cast<double>(width)) : 1.0;
  const std::vector<int64_t> all_positions{settings.max_length, width};
  const bool learned = settings.positions == Positions::kLearned;
  plan.target = {packer.tokens(target),
                 learned ? packer.copy("target_positions", all_positions)
                         : Weight(all_positions, sinusoidal_positions(settings.max_length, width)),
                 static_cast<float>(scale)};
  if (!has_encoder) return;
  plan.source = plan.target;
  if (!all)
    plan.source.tokens = packer.tokens(packer.get("source_embedding", {vocabulary.source, width}));
  if (learned) plan.source.positions = packer.copy("source_positions", all_positions);
}

}  // namespace

Plan::Plan(const ModelSettings& settings, const VocabularySizes& vocabulary,
           const WeightSource& weights, NumberFormat number_format, const Kernels& kernels)
    : format(number_format),
      sizes(sizes_of(settings, vocabulary)),
      is_pre_norm(settings.norm == NormPosition::kPre) {
  const Packer packer(kernels, weights, sizes, format);
  pack_embeddings(packer, settings, vocabulary, *this);
  const bool has_encoder = !settings.is_language_model();
  for (int64_t i = 0; has_encoder && i < settings.encoder_layers; ++i) {
    const std::string name = "encoder_layer_" + std::to_string(i);
    encoder_layers.push_back(
        {packer.self_attention(name),
         packer.feed_forward(name, settings.feed_forward, settings.activation)});
  }
  for (int64_t i = 0; i < settings.decoder_layers; ++i) {
    const std::string name = "decoder_layer_" + std::to_string(i);
    decoder_layers.push_back(
        {packer.self_attention(name),
         has_encoder ? std::optional(packer.cross_attention(name)) : std::nullopt,
         packer.feed_forward(name, settings.feed_forward, settings.activation)});
  }
  if (is_pre_norm) {
    if (has_encoder) encoder_norm = packer.norm("encoder_norm");
    decoder_norm = packer.norm("decoder_norm");
  }
}

}  // namespace dragoman
