#include "engine/plan_file.h"

#include <list>
#include <span>

#include "architecture/weights_file.h"
#include "engine/column_packer.h"

namespace dragoman {
namespace {

/// Columns of a strip in a file.
constexpr int64_t kFileStrip = 16;
constexpr int64_t kWordNumbers = 4;

/// Passes the name and the size of each layer of a plan, as in files, to a visitor's linear(name,
/// layer, outputs, inputs), norm(name, plan) and numbers(name, weight).
template <class Visitor>
class LayerNames {
 public:
  LayerNames(const PlanSizes& sizes, Visitor& visitor) : sizes_(sizes), visitor_(visitor) {}

  template <class Attention>
  void self_attention(const std::string& layer, Attention& plan) {
    attention(layer + ".self_attention", plan);
  }
  template <class Attention>
  void cross_attention(const std::string& layer, Attention& plan) {
    attention(layer + ".cross_attention", plan);
  }
  template <class FeedForward>
  void feed_forward(const std::string& layer, FeedForward& plan) {
    const std::string name = layer + ".feed_forward";
    visitor_.linear(name + ".inner", plan.inner, sizes_.feed_forward, sizes_.width);
    visitor_.linear(name + ".outer", plan.outer, sizes_.width, sizes_.feed_forward);
    norm(name + "_residual.norm", plan.norm);
  }
  template <class Norm>
  void norm(const std::string& name, Norm& plan) {
    visitor_.norm(name, plan);
  }

 private:
  template <class Attention>
  void attention(const std::string& name, Attention& plan) {
    visitor_.linear(name + ".query", plan.query, sizes_.all_heads(), sizes_.width);
    visitor_.linear(name + ".key_value", plan.key_value, 2 * sizes_.all_heads(), sizes_.width);
    visitor_.linear(name + ".output", plan.output, sizes_.width, sizes_.all_heads());
    norm(name + "_residual.norm", plan.norm);
  }

  const PlanSizes& sizes_;
  Visitor& visitor_;
};

/// Calls `visitor` for everything in a file of the plan. Linear layers come first: their tensors
/// have multiples of 64 bytes, so each begins at a cache line.
template <class AnyPlan, class Visitor>
void visit_file(const ModelSettings& settings, const VocabularySizes& vocabulary, AnyPlan& plan,
                Visitor& visitor) {
  const int64_t width = settings.width;
  visitor.linear("output", plan.output, vocabulary.target, width);
  if (settings.shared_embeddings == SharedEmbeddings::kNone)
    visitor.linear("target_embedding", plan.target.tokens, vocabulary.target, width);
  if (!plan.is_language_model() && settings.shared_embeddings != SharedEmbeddings::kAll)
    visitor.linear("source_embedding", plan.source.tokens, vocabulary.source, width);
  LayerNames<Visitor> names(plan.sizes, visitor);
  visit_layers(plan, names);
  if (settings.positions != Positions::kLearned) return;
  visitor.numbers("target_positions", plan.target.positions);
  if (!plan.is_language_model()) visitor.numbers("source_positions", plan.source.positions);
}

/// Collects the tensors of a plan and writes them to a file.
class PlanWriter {
 public:
  void linear(const std::string& name, const PackedLinear& layer, int64_t, int64_t) {
    const PackedLinear& kept = layers_.emplace_back(layer.in_strips_of(kFileStrip));
    const PackedWeights& weights = kept.weights();
    const int64_t words = words_of(layer.inputs(), layer.format());
    add(layers_of_file_, name + ".weight", "I8",
        {layer.width() / kFileStrip, words, kFileStrip, kWordNumbers}, weights.words);
    add(layers_of_file_, name + ".scale", "F32", {layer.width()}, weights.column_scales);
    add(layers_of_file_, name + ".offset", "I32", {layer.width()}, weights.column_offsets);
    add(layers_of_file_, name + ".bias", "F32", {layer.width()}, weights.bias);
  }
  void norm(const std::string& name, const NormPlan& plan) {
    const auto width = static_cast<int64_t>(plan.scale.size());
    add(others_, name + ".weight", "F32", {width}, plan.scale);
    add(others_, name + ".bias", "F32", {width}, plan.shift);
  }
  void numbers(const std::string& name, const Weight& weight) {
    add(others_, name, "F32", weight.shape(), std::span(weight.data(), weight.size()));
  }

  std::vector<TensorView> tensors() const {
    std::vector<TensorView> all = layers_of_file_;
    all.insert(all.end(), others_.begin(), others_.end());
    return all;
  }

 private:
  template <class Array>
  static void add(std::vector<TensorView>& tensors, std::string name, std::string dtype,
                  std::vector<int64_t> shape, const Array& numbers) {
    tensors.push_back({.name = std::move(name),
                       .dtype = std::move(dtype),
                       .shape = std::move(shape),
                       .data = numbers.data(),
                       .num_bytes = static_cast<size_t>(numbers.size()) * sizeof(numbers[0])});
  }

  std::list<PackedLinear> layers_;  // own the memory of the tensors
  std::vector<TensorView> layers_of_file_, others_;
};

/// Fills in a plan from the tensors of a file.
class PlanReader {
 public:
  PlanReader(WeightsFile& file, const Kernels& kernels, const PlanSizes& sizes)
      : file_(file), kernels_(kernels), sizes_(sizes) {}

  void linear(const std::string& name, PackedLinear& layer, int64_t outputs, int64_t inputs) {
    const int64_t columns = round_up(outputs, kPanelColumns);
    const std::vector<int64_t> words{columns / kFileStrip, words_of(inputs, NumberFormat::kInt8),
                                     kFileStrip, kWordNumbers};
    const PackedLinear in_file(
        NumberFormat::kInt8, inputs, kFileStrip,
        {.words = map<uint32_t>(name + ".weight", "I8", words),
         .bias = map_numbers(name + ".bias", columns),
         .column_scales = map_numbers(name + ".scale", columns),
         .column_offsets = map<int32_t>(name + ".offset", "I32", {columns})});
    layer = in_file.in_strips_of(kernels_.products.strip);
    if (kernels_.products.strip != kFileStrip)  // the weights were copied
      file_.drop(file_.find(name + ".weight", words));
  }
  void norm(const std::string& name, NormPlan& plan) {
    const Weight scale = file_.read(name + ".weight", {sizes_.width});
    const Weight shift = file_.read(name + ".bias", {sizes_.width});
    plan.scale.assign(scale.data(), scale.data() + scale.size());
    plan.shift.assign(shift.data(), shift.data() + shift.size());
  }
  void numbers(const std::string& name, Weight& weight) {
    weight = file_.read(name, {sizes_.max_length, sizes_.width});
  }

 private:
  /// Returns a vector in place. Throws for numbers that cannot be used.
  SharedArray<float> map_numbers(const std::string& name, int64_t size) {
    file_.read(name, {size});  // checks the numbers
    return map<float>(name, "F32", {size});
  }
  /// Returns a tensor in place, in the mapped file.
  template <class T>
  SharedArray<T> map(const std::string& name, const std::string& dtype,
                     const std::vector<int64_t>& shape) {
    const TensorView& view = file_.find(name, shape, dtype);
    return {std::shared_ptr<const T>(file_.mapping(), static_cast<const T*>(view.data)),
            static_cast<int64_t>(view.num_bytes / sizeof(T))};
  }

  WeightsFile& file_;
  const Kernels& kernels_;
  const PlanSizes& sizes_;
};

}  // namespace

void write_plan(const std::string& path, const ModelSettings& settings,
                const VocabularySizes& vocabulary, const Plan& plan,
                std::map<std::string, std::string> metadata) {
  PlanWriter writer;
  visit_file(settings, vocabulary, plan, writer);
  metadata[kPackedKey] = kPackedLayout;
  write_safetensors(path, writer.tensors(), metadata);
}

Plan read_plan(const std::string& path, const ModelSettings& settings,
               const VocabularySizes& vocabulary, const Kernels& kernels) {
  WeightsFile file = WeightsFile::open_packed(path);
  Plan plan(settings, vocabulary, NumberFormat::kInt8);
  PlanReader reader(file, kernels, plan.sizes);
  visit_file(settings, vocabulary, plan, reader);
  share_embeddings(settings, plan);
  file.check_all_found();
  return plan;
}

}  // namespace dragoman
