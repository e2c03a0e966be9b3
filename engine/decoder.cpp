#include "engine/decoder.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace dragoman {

Decoder::Decoder(const Plan& plan, const Kernels& kernels, std::unique_ptr<EncodedSentences> source)
    : plan_(plan),
      source_(std::move(source)),
      runner_(plan, kernels, space_),
      kernels_(kernels),
      sentences_(source_->first_tokens.size() - 1),
      paths_(sentences_.size()) {
  std::iota(sentences_.begin(), sentences_.end(), 0);
  const OutputLayer all(plan.output, plan.sizes.target_padding, kernels);
  for (std::vector<int32_t>& candidates : source_->candidates)
    outputs_.push_back(
        candidates.empty() ? all : OutputLayer(plan.output, std::move(candidates), kernels));
  if (outputs_.empty()) outputs_.push_back(all);
}

/// Rows become those that continue `parents`, each with its own place in the new step.
void Decoder::follow(std::span<const int32_t> parents) {
  std::vector<int32_t> sentences;
  std::vector<std::vector<int32_t>> paths;
  for (const int32_t parent : parents) {
    sentences.push_back(sentences_[parent]);
    paths.push_back(paths_[parent]);
    paths.back().push_back(static_cast<int32_t>(paths.size() - 1));
  }
  sentences_ = std::move(sentences);
  paths_ = std::move(paths);
  const auto rows = static_cast<int64_t>(parents.size());
  const auto num_layers = static_cast<int64_t>(plan_.decoder_layers.size());
  const int64_t width = plan_.decoder_layers.front().self_attention.key_value.width();
  steps_.push_back({rows, AttentionMemory(plan_.format, num_layers * rows, width)});
}

void Decoder::step(std::span<const int32_t> tokens, std::span<const int32_t> parents,
                   const StepRequest& request) {
  const auto position = static_cast<int64_t>(steps_.size());
  if (position >= plan_.sizes.max_length)
    throw std::length_error("a translation is longer than model.max_length");
  follow(parents);
  const std::vector<int64_t> ids(tokens.begin(), tokens.end());
  const std::vector<int64_t> positions(tokens.size(), position);
  const Rows states = runner_.embed(plan_.target, ids, positions);
  for (size_t layer = 0; layer < plan_.decoder_layers.size(); ++layer) {
    const bool attends =
        request.attention && static_cast<int64_t>(layer) == request.attention_layer;
    run_layer(layer, states, attends ? make_room_for_attention() : nullptr);
  }
  if (plan_.decoder_norm) runner_.normalize(*plan_.decoder_norm, states, states);
  space_.inputs.convert(kernels_, plan_.format, states, plan_.sizes.width);
  run_outputs(request);
}

void Decoder::run_outputs(const StepRequest& request) {
  const auto rows = static_cast<int64_t>(sentences_.size());
  const bool is_shared = source_->candidates.empty();
  const auto output_of = [&](int64_t row) -> OutputLayer& {
    return outputs_[is_shared ? 0 : sentences_[row]];
  };
  next.vocabulary = plan_.sizes.target_padding;
  next.k = request.num_best;
  for (int64_t row = 0; row < (is_shared ? 1 : rows); ++row)
    next.k = std::min(next.k, output_of(row).count_allowed(request.excluded));
  next.tokens.resize(rows * next.k);
  next.log_probabilities.resize(rows * next.k);
  if (request.log_probabilities) next.all_log_probabilities.resize(rows * next.vocabulary);
  for (int64_t first = 0, last = 0; first < rows; first = last) {
    while (last < rows && (is_shared || sentences_[last] == sentences_[first])) ++last;
    output_of(first).run({space_.inputs, first, last - first}, request, next);
  }
}

float* Decoder::make_room_for_attention() {
  next.source_length = 0;
  for (const int32_t sentence : sentences_)
    next.source_length = std::max(next.source_length, source_->length(sentence));
  next.attention.assign(sentences_.size() * next.source_length, 0.0F);
  return next.attention.data();
}

void Decoder::run_layer(size_t index, const Rows& states, float* mean_weights) {
  const DecoderLayerPlan& layer = plan_.decoder_layers[index];
  runner_.begin_sublayer(layer.self_attention.norm, states);
  const auto layer_number = static_cast<int64_t>(index);
  runner_.project_keys(layer.self_attention.key_value, steps_.back().memory,
                       layer_number * states.count);
  runner_.attend(layer.self_attention, states, [&](int64_t row, Attended& attended) {
    for (size_t t = 0; t < steps_.size(); ++t) {
      const Step& step = steps_[t];
      attended.keys.push_back(step.memory[layer_number * step.rows + paths_[row][t]]);
    }
  });
  runner_.begin_sublayer(layer.cross_attention.norm, states);
  runner_.attend(layer.cross_attention, states, [&](int64_t row, Attended& attended) {
    const int64_t sentence = sentences_[row];
    for (int64_t t = source_->first_tokens[sentence]; t < source_->first_tokens[sentence + 1]; ++t)
      attended.keys.push_back(source_->keys(index, t));
    if (mean_weights != nullptr) attended.mean_weights = mean_weights + row * next.source_length;
  });
  runner_.feed_forward(layer.feed_forward, states);
}

}  // namespace dragoman
