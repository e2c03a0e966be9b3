#include "engine/plan.h"

#include <cmath>
#include <limits>

namespace dragoman {
namespace {

/// Finds a model's weights by their names and packs them.
class Packer {
 public:
  Packer(const Transformer& model, const PlanSizes& sizes, NumberFormat format)
      : parameters_(model->named_parameters()), sizes_(sizes), format_(format) {}

  torch::Tensor find(const std::string& name) const {
    return parameters_[name].detach().to(torch::kCPU, torch::kFloat32).contiguous();
  }

  NormPlan norm(const std::string& name) const {
    return {to_vector(find(name + ".weight")), to_vector(find(name + ".bias"))};
  }

  AttentionPlan attention(const std::string& layer, const std::string& name) const {
    const std::string prefix = layer + "." + name + ".";
    torch::Tensor weight, bias;  // of queries, keys and values
    if (name == "self_attention") {
      weight = find(prefix + "query_key_value.weight");
      bias = find(prefix + "query_key_value.bias");
    } else {
      weight = torch::cat({find(prefix + "query.weight"), find(prefix + "key_value.weight")});
      bias = torch::cat({find(prefix + "query.bias"), find(prefix + "key_value.bias")});
    }
    const int64_t width = sizes_.width;
    const double scale = 1.0 / std::sqrt(static_cast<double>(width / sizes_.heads));
    return {.query = pack(pad_heads(weight.narrow(0, 0, width) * scale),
                          pad_heads(bias.narrow(0, 0, width) * scale)),
            .key_value = pack(pad_heads(weight.narrow(0, width, 2 * width)),
                              pad_heads(bias.narrow(0, width, 2 * width))),
            .output = pack(pad_heads(find(prefix + "output.weight").t()).t(),
                           find(prefix + "output.bias")),
            .norm = norm(layer + "." + name + "_residual.norm")};
  }

  FeedForwardPlan feed_forward(const std::string& layer, Activation activation) const {
    const std::string name = layer + ".feed_forward";
    return {.inner = pack(find(name + ".inner.weight"), find(name + ".inner.bias")),
            .outer = pack(find(name + ".outer.weight"), find(name + ".outer.bias")),
            .activation = to_epilogue(activation),
            .norm = norm(name + "_residual.norm")};
  }

  /// weight [outputs, inputs], bias [outputs] or undefined.
  PackedLinear pack(const torch::Tensor& weight, const torch::Tensor& bias,
                    float bias_beyond = 0) const {
    const torch::Tensor rows = weight.contiguous();
    const torch::Tensor offsets = bias.defined() ? bias.contiguous() : bias;
    return {format_,
            rows.const_data_ptr<float>(),
            offsets.defined() ? offsets.const_data_ptr<float>() : nullptr,
            rows.size(0),
            rows.size(1),
            bias_beyond};
  }

 private:
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

  torch::OrderedDict<std::string, torch::Tensor> parameters_;
  PlanSizes sizes_;
  NumberFormat format_;
};

PlanSizes sizes_of(const Transformer& model) {
  const ModelSettings& settings = model->settings();
  return {.width = settings.width,
          .heads = settings.heads,
          .head_width = round_up(settings.width / settings.heads, kVectorFloats),
          .max_length = settings.max_length,
          .source_padding = model->sizes().source - 1,
          .target_padding = model->sizes().target - 1};
}

EmbeddingPlan embedding_of(const Transformer& model, const torch::Tensor& tokens,
                           const torch::Tensor& positions, NumberFormat format) {
  const ModelSettings& settings = model->settings();
  const auto type = format == NumberFormat::kFp32 ? torch::kFloat32 : torch::kBFloat16;
  const double scale =
      settings.scale_embeddings ? std::sqrt(static_cast<double>(settings.width)) : 1.0;
  return {.tokens = tokens.detach().to(torch::kCPU, type).contiguous(),
          .positions = positions.detach().to(torch::kCPU, torch::kFloat32).contiguous(),
          .scale = static_cast<float>(scale)};
}

}  // namespace

Plan::Plan(Transformer& model, NumberFormat number_format)
    : format(number_format), sizes(sizes_of(model)) {
  torch::NoGradGuard no_grad;
  const ModelSettings& settings = model->settings();
  const Packer packer(model, sizes, format);
  is_pre_norm = settings.norm == NormPosition::kPre;
  source = embedding_of(model, model->source_embedding(), model->source_positions(), format);
  target = embedding_of(model, model->target_embedding(), model->target_positions(), format);
  for (int64_t i = 0; i < settings.encoder_layers; ++i) {
    const std::string name = "encoder_layer_" + std::to_string(i);
    encoder_layers.push_back(
        {packer.attention(name, "self_attention"), packer.feed_forward(name, settings.activation)});
  }
  for (int64_t i = 0; i < settings.decoder_layers; ++i) {
    const std::string name = "decoder_layer_" + std::to_string(i);
    decoder_layers.push_back({packer.attention(name, "self_attention"),
                              packer.attention(name, "cross_attention"),
                              packer.feed_forward(name, settings.activation)});
  }
  if (is_pre_norm) {
    encoder_norm = packer.norm("encoder_norm");
    decoder_norm = packer.norm("decoder_norm");
  }
  output = packer.pack(model->output_weight().detach().to(torch::kCPU, torch::kFloat32),
                       model->output_bias(), -std::numeric_limits<float>::infinity());
}

}  // namespace dragoman
