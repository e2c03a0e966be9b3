#include "engine/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace dragoman {
namespace {

/// Gets weights from a WeightSource and packs them.
class Packer {
 public:
  Packer(const Kernels& kernels, const WeightSource& weights, const PlanSizes& sizes,
         NumberFormat format)
      : kernels_(kernels), weights_(weights), sizes_(sizes), format_(format) {}

  Weight get(const std::string& name, const std::vector<int64_t>& shape) const {
    return weights_(name, shape);
  }
  /// A copy of the weight, in memory of its own.
  Weight copy(const std::string& name, const std::vector<int64_t>& shape) const {
    return scaled(get(name, shape), 1);
  }

  void norm(const std::string& name, NormPlan& plan) const {
    plan = {to_vector(get(name + ".weight", {sizes_.width})),
            to_vector(get(name + ".bias", {sizes_.width}))};
  }

  void self_attention(const std::string& layer, AttentionPlan& plan) const {
    const std::string name = layer + ".self_attention";
    const Affine all = affine(name + ".query_key_value", 3 * sizes_.width, sizes_.width);
    plan.query = pack_queries(all.part(0, sizes_.width));
    plan.key_value = pack_heads(all.part(sizes_.width, 2 * sizes_.width));
    plan.output = pack_output(name);
    norm(name + "_residual.norm", plan.norm);
  }

  void cross_attention(const std::string& layer, AttentionPlan& plan) const {
    const std::string name = layer + ".cross_attention";
    plan.query = pack_queries(affine(name + ".query", sizes_.width, sizes_.width));
    plan.key_value = pack_heads(affine(name + ".key_value", 2 * sizes_.width, sizes_.width));
    plan.output = pack_output(name);
    norm(name + "_residual.norm", plan.norm);
  }

  void feed_forward(const std::string& layer, FeedForwardPlan& plan) const {
    const std::string name = layer + ".feed_forward";
    plan.inner = pack(affine(name + ".inner", sizes_.feed_forward, sizes_.width));
    plan.outer = pack(affine(name + ".outer", sizes_.width, sizes_.feed_forward));
    norm(name + "_residual.norm", plan.norm);
  }

  /// Packs weight [outputs, inputs] and bias [outputs] or none.
  PackedLinear pack(const Weight& weight, const Weight& bias, float bias_beyond = 0) const {
    return {kernels_,      format_,        weight.data(), bias.data(),
            weight.rows(), weight.width(), bias_beyond};
  }
  /// Packs weight [V, D], whose last row is padding, and bias [V - 1] or none. Padding gets bias
  /// -infinity, so it is never generated.
  PackedLinear pack_tokens(const Weight& weight, const Weight& bias) const {
    const float never = -std::numeric_limits<float>::infinity();
    std::vector<float> numbers(weight.rows(), 0.0F);
    std::copy_n(bias.data(), bias.size(), numbers.begin());
    numbers.back() = never;
    return pack(weight, Weight({weight.rows()}, std::move(numbers)), never);
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

  /// Pads heads along the first dimension with zeros: [n * d, ..] -> [n * head_width, ..].
  Weight pad_heads(const Weight& weight) const {
    if (head_width() == sizes_.head_width) return weight;
    const int64_t heads = weight.rows() / head_width();
    std::vector<int64_t> shape = weight.shape();
    shape.front() = heads * sizes_.head_width;
    return {shape, spread(weight.data(), heads, weight.width())};
  }
  /// Pads heads along the second dimension with zeros: [outputs, n * d] -> [outputs, n *
  /// head_width].
  Weight pad_inputs(const Weight& weight) const {
    if (head_width() == sizes_.head_width) return weight;
    return {{weight.rows(), sizes_.all_heads()},
            spread(weight.data(), weight.rows() * sizes_.heads, 1)};
  }
  /// Copies `count` groups of d items of `size` numbers, and pads each group with zeros to
  /// head_width items.
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

/// Packs the embeddings and the output layer, which may share one matrix.
void pack_embeddings(const Packer& packer, const ModelSettings& settings,
                     const VocabularySizes& vocabulary, Plan& plan) {
  const int64_t width = settings.width;
  const std::vector<int64_t> of_target{vocabulary.target, width};
  const bool all = settings.shared_embeddings == SharedEmbeddings::kAll;
  const bool has_own_output = settings.shared_embeddings == SharedEmbeddings::kNone;
  const Weight target = packer.get(all ? "shared_embedding" : "target_embedding", of_target);
  const Weight output = has_own_output ? packer.get("output_embedding", of_target) : target;
  const Weight bias =
      settings.output_bias ? packer.get("output_bias", {vocabulary.target - 1}) : Weight();
  plan.output = packer.pack_tokens(output, bias);

  if (has_own_output) plan.target.tokens = packer.pack(target, Weight());
  const std::vector<int64_t> of_source{vocabulary.source, width};
  if (!all && !plan.is_language_model())
    plan.source.tokens = packer.pack(packer.get("source_embedding", of_source), Weight());
  share_embeddings(settings, plan);
}

void copy_positions(const Packer& packer, Plan& plan) {
  const std::vector<int64_t> all{plan.sizes.max_length, plan.sizes.width};
  plan.target.positions = packer.copy("target_positions", all);
  if (!plan.is_language_model()) plan.source.positions = packer.copy("source_positions", all);
}

}  // namespace

Plan pack_plan(const ModelSettings& settings, const VocabularySizes& vocabulary,
               const WeightSource& weights, NumberFormat format, const Kernels& kernels) {
  Plan plan(settings, vocabulary, format);
  Packer packer(kernels, weights, plan.sizes, format);
  pack_embeddings(packer, settings, vocabulary, plan);
  if (settings.positions == Positions::kLearned) copy_positions(packer, plan);
  visit_layers(plan, packer);
  return plan;
}

}  // namespace dragoman
