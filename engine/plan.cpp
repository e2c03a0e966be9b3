#include "engine/plan.h"

#include <torch/utils.h>

#include <cmath>
#include <limits>

namespace dragoman {
namespace {

/// Packs weights as they come.
class Packer {
 public:
  Packer(const Kernels& kernels, const WeightSource& weights, const PlanSizes& sizes,
         NumberFormat format)
      : kernels_(kernels), weights_(weights), sizes_(sizes), format_(format) {}

  torch::Tensor get(const std::string& name, c10::IntArrayRef shape) const {
    return weights_(name, shape).detach().to(torch::kCPU, torch::kFloat32).contiguous();
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

  EmbeddingPlan embedding(const torch::Tensor& tokens, const torch::Tensor& positions,
                          float scale) const {
    const auto type = format_ == NumberFormat::kFp32 ? torch::kFloat32 : torch::kBFloat16;
    return {.tokens = tokens.to(type), .positions = positions, .scale = scale};
  }

  PackedLinear pack(const torch::Tensor& weight, const torch::Tensor& bias,
                    float bias_beyond = 0) const {
    const torch::Tensor rows = weight.contiguous();
    return {kernels_,
            format_,
            rows.const_data_ptr<float>(),
            bias.defined() ? bias.const_data_ptr<float>() : nullptr,
            rows.size(0),
            rows.size(1),
            bias_beyond};
  }

 private:
  /// weight [outputs, inputs], bias [outputs].
  struct Affine {
    torch::Tensor weight, bias;

    Affine part(int64_t first, int64_t count) const {
      return {weight.narrow(0, first, count), bias.narrow(0, first, count)};
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
    const double scale = 1.0 / std::sqrt(static_cast<double>(sizes_.width / sizes_.heads));
    return pack_heads({affine.weight * scale, affine.bias * scale});
  }
  PackedLinear pack_output(const std::string& name) const {
    const Affine output = affine(name + ".output", sizes_.width, sizes_.width);
    return pack(pad_heads(output.weight.t()).t(), output.bias);
  }

  static AlignedVector<float> to_vector(const torch::Tensor& tensor) {
    return {tensor.const_data_ptr<float>(), tensor.const_data_ptr<float>() + tensor.numel()};
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
  torch::Tensor pad_heads(const torch::Tensor& tensor) const {
    const int64_t d = sizes_.width / sizes_.heads;
    const torch::Tensor heads = tensor.reshape({tensor.size(0) / d, d, -1});
    const torch::Tensor padded =
        torch::constant_pad_nd(heads, {0, 0, 0, sizes_.head_width - d}).flatten(0, 1);
    return tensor.dim() == 1 ? padded.flatten() : padded;
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
  const auto target =
      packer.get(all ? "shared_embedding" : "target_embedding", {vocabulary.target, width});
  const auto output = settings.shared_embeddings == SharedEmbeddings::kNone
                          ? packer.get("output_embedding", {vocabulary.target, width})
                          : target;
  const auto bias = settings.output_bias ? packer.get("output_bias", {predicted}) : torch::Tensor();
  plan.output =
      packer.pack(output.narrow(0, 0, predicted), bias, -std::numeric_limits<float>::infinity());

  const double scale = settings.scale_embeddings ? std::sqrt(static_cast<double>(width)) : 1.0;
  const auto positions = [&](const char* name) {
    return settings.positions == Positions::kLearned
               ? packer.get(name, {settings.max_length, width})
               : sinusoidal_positions(settings.max_length, width);
  };
  plan.target = packer.embedding(target, positions("target_positions"), static_cast<float>(scale));
  if (!has_encoder) return;
  plan.source = plan.target;
  if (!all) {
    const auto source = packer.get("source_embedding", {vocabulary.source, width});
    plan.source.tokens = packer.embedding(source, {}, 1).tokens;
  }
  plan.source.positions = positions("source_positions");
}

}  // namespace

Plan::Plan(const ModelSettings& settings, const VocabularySizes& vocabulary,
           const WeightSource& weights, NumberFormat number_format, const Kernels& kernels)
    : format(number_format),
      sizes(sizes_of(settings, vocabulary)),
      is_pre_norm(settings.norm == NormPosition::kPre) {
  torch::NoGradGuard no_grad;
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
