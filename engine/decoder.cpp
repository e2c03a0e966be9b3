#include "engine/decoder.h"

#include <algorithm>
#include <stdexcept>

#include "architecture/token_rows.h"

namespace dragoman {

Decoder::Decoder(const Plan& plan, const Kernels& kernels, std::unique_ptr<EncodedSentences> source)
    : plan_(plan),
      source_(std::move(source)),
      space_(*source_->space),
      runner_(plan, kernels, space_),
      kernels_(kernels),
      cache_(space_.attention, plan.format, static_cast<int64_t>(plan.decoder_layers.size()),
             plan.decoder_layers.front().self_attention.key_value.width()),
      rows_(source_->size()) {
  for (size_t i = 0; i < rows_.size(); ++i) {
    rows_[i].sentence = static_cast<int32_t>(i);
    if (plan.is_language_model()) rows_[i].context = source_->prompts[i].beginning;
  }
  const OutputLayer all(plan.output, plan.sizes.target_padding, kernels);
  for (std::vector<int32_t>& candidates : source_->candidates)
    outputs_.push_back(
        candidates.empty() ? all : OutputLayer(plan.output, std::move(candidates), kernels));
  if (outputs_.empty()) outputs_.push_back(all);
}

/// Starts a new step, whose rows continue `parents`.
void Decoder::follow(std::span<const int32_t> tokens, std::span<const int32_t> parents) {
  std::vector<Row> rows;
  std::vector<int64_t> newest(tokens.begin(), tokens.end());
  for (const int32_t parent : parents) {
    const Row& row = rows.emplace_back(rows_[parent]);
    cache_.retain(row.path);
    if (row.path.empty() && plan_.is_language_model())
      newest[rows.size() - 1] = source_->prompts[row.sentence].last_token;
  }
  for (const Row& row : rows_) cache_.release(row.path);
  rows_ = std::move(rows);
  const std::vector<int32_t> added = cache_.add(newest);
  for (size_t i = 0; i < rows_.size(); ++i) rows_[i].path.push_back(added[i]);
}

/// Drops the beginning of a language model's context when it is full. A translator must not reach
/// this length.
void Decoder::slide_full_contexts() {
  for (Row& row : rows_) {
    if (row.position() < plan_.sizes.max_length) continue;
    if (!plan_.is_language_model())
      throw std::length_error("a translation is longer than model.max_length");
    slide_context(row);
  }
}

void Decoder::slide_context(Row& row) {
  std::vector<int64_t> tokens = row.context->tokens;
  for (const int32_t entry : row.path) tokens.push_back(cache_.token(entry));
  slide(tokens, plan_.sizes.max_length);
  tokens.pop_back();  // the next step computes the newest token
  row.context = read_context(plan_, kernels_, std::move(tokens));
  cache_.release(std::span(row.path).first(row.path.size() - 1));
  row.path = {row.path.back()};
}

void Decoder::step(std::span<const int32_t> tokens, std::span<const int32_t> parents,
                   const StepRequest& request) {
  follow(tokens, parents);
  slide_full_contexts();
  make_room_for_record();
  std::vector<int64_t> newest, positions;
  for (const Row& row : rows_) {
    newest.push_back(cache_.token(row.path.back()));
    positions.push_back(row.position());
  }
  const Rows states = runner_.embed(plan_.target, newest, positions);
  const AligningHeads heads = attending_heads(request);
  for (size_t layer = 0; layer < plan_.decoder_layers.size(); ++layer)
    run_layer(layer, states, heads);
  if (plan_.decoder_norm) runner_.normalize(*plan_.decoder_norm, states, states);
  space_.inputs.convert(kernels_, plan_.format, states, plan_.sizes.width);
  run_outputs(request);
}

void Decoder::run_outputs(const StepRequest& request) {
  const auto rows = static_cast<int64_t>(rows_.size());
  const bool is_shared = source_->candidates.empty();
  const auto output_of = [&](int64_t row) -> OutputLayer& {
    return outputs_[is_shared ? 0 : rows_[row].sentence];
  };
  next.vocabulary = plan_.sizes.target_padding;
  next.num_best = request.num_best;
  next.tokens.resize(rows * next.num_best);
  next.log_probabilities.resize(rows * next.num_best);
  if (request.log_probabilities) next.all_log_probabilities.resize(rows * next.vocabulary);
  for (int64_t first = 0, last = 0; first < rows; first = last) {
    while (last < rows && (is_shared || rows_[last].sentence == rows_[first].sentence)) ++last;
    output_of(first).run({space_.inputs, first, last - first}, request, next);
  }
}

AligningHeads Decoder::attending_heads(const StepRequest& request) const {
  constexpr int64_t kNoLayer = -1;
  if (!request.attention) return {kNoLayer, 0};
  if (request.attention_layer) return {*request.attention_layer, plan_.sizes.heads};
  return plan_.sizes.aligning;
}

float* Decoder::make_room_for_attention() {
  next.source_length = 0;
  for (const Row& row : rows_)
    next.source_length = std::max(next.source_length, source_->length(row.sentence));
  next.attention.assign(rows_.size() * next.source_length, 0.0F);
  return next.attention.data();
}

void Decoder::run_layer(size_t index, const Rows& states, const AligningHeads& heads) {
  const auto& [self_attention, cross_attention, feed_forward] = plan_.decoder_layers[index];
  std::vector<void*> newest;
  for (const Row& row : rows_) newest.push_back(cache_.keys(index, row.path.back()));
  runner_.begin_sublayer(self_attention.norm, states);
  runner_.project_keys(self_attention.key_value, newest);
  runner_.attend(self_attention, states, [&](int64_t row_number, int64_t, Attended& attended) {
    const Row& row = rows_[row_number];
    if (row.context != nullptr) row.context->append_keys(index, attended.keys);
    for (const int32_t entry : row.path) attended.keys.push_back(cache_.keys(index, entry));
    attended.head_weights = recorded(&AttentionRecord::decoder, index, row_number);
    return int64_t{1};
  });
  if (cross_attention) attend_to_source(index, states, heads);
  runner_.feed_forward(feed_forward, states);
}

void Decoder::attend_to_source(size_t layer, const Rows& states, const AligningHeads& heads) {
  const bool attends = static_cast<int64_t>(layer) == heads.layer;
  float* const mean_weights = attends ? make_room_for_attention() : nullptr;
  const AttentionPlan& attention = *plan_.decoder_layers[layer].cross_attention;
  runner_.begin_sublayer(attention.norm, states);
  runner_.attend(attention, states, [&](int64_t row, int64_t most, Attended& attended) {
    const int32_t sentence = rows_[row].sentence;
    for (int64_t t = source_->first_tokens[sentence]; t < source_->first_tokens[sentence + 1]; ++t)
      attended.keys.push_back(source_->keys(layer, t));
    if (attends) attended.mean_weights = mean_weights + row * next.source_length;
    attended.mean_heads = heads.count;
    attended.head_weights = recorded(&AttentionRecord::cross, layer, row);
    if (attends || record_ != nullptr) return int64_t{1};
    int64_t count = 1;
    while (count < most && rows_[row + count].sentence == sentence) ++count;
    return count;
  });
}

void Decoder::record_attention(AttentionRecord& record) {
  record_ = &record;
  record.decoder.resize(plan_.decoder_layers.size());
  if (!plan_.is_language_model()) record.cross.resize(plan_.decoder_layers.size());
}

void Decoder::make_room_for_record() {
  if (record_ == nullptr) return;
  for (auto* layers : {&record_->decoder, &record_->cross}) {
    for (auto& queries : *layers) queries.resize(queries.size() + rows_.size());
  }
}

std::vector<float>* Decoder::recorded(AttentionRecord::Layers AttentionRecord::*layers,
                                      size_t layer, int64_t row) const {
  if (record_ == nullptr) return nullptr;
  auto& queries = (record_->*layers)[layer];
  return &queries[queries.size() - rows_.size() + row];
}

}  // namespace dragoman
