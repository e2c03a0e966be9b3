#include "engine/layer_runner.h"

#include <algorithm>

namespace dragoman {
namespace {

/// Scores of rows that attend together: so many fit into the cache.
constexpr int64_t kMostScores = 8192;

}  // namespace

Rows LayerRunner::embed(const EmbeddingPlan& embedding, std::span<const int64_t> ids,
                        std::span<const int64_t> positions) const {
  const Rows states = space_.states.rows(static_cast<int64_t>(ids.size()), plan_.sizes.width);
  for (int64_t row = 0; row < states.count; ++row)
    embedding.embed(ids[row], positions[row], states[row]);
  return states;
}

void LayerRunner::normalize(const NormPlan& norm, const Rows& from, const Rows& to) const {
  for (int64_t row = 0; row < from.count; ++row)
    kernels_.rows.normalize(from[row], plan_.sizes.width, norm.weights(), to[row]);
}

void LayerRunner::begin_sublayer(const NormPlan& norm, const Rows& states) const {
  Rows inputs = states;
  if (plan_.is_pre_norm) {
    inputs = space_.normalized.rows(states.count, plan_.sizes.width);
    normalize(norm, states, inputs);
  }
  space_.inputs.convert(kernels_, plan_.format, inputs, plan_.sizes.width);
}

void LayerRunner::project(const PackedLinear& linear, const Rows& out, Epilogue epilogue) const {
  Product product = linear.product(space_.inputs);
  product.epilogue = epilogue;
  product.out = out.data;
  product.out_stride = out.stride;
  multiply(kernels_, linear, product);
}

void LayerRunner::project_keys(const PackedLinear& key_value, AttentionMemory& kept,
                               int64_t first) const {
  const int64_t count = space_.inputs.count();
  if (plan_.format == NumberFormat::kFp32)
    return project(key_value, {static_cast<float*>(kept[first]), count, key_value.width()});
  std::vector<void*> rows;
  for (int64_t row = 0; row < count; ++row) rows.push_back(kept[first + row]);
  project_keys(key_value, rows);
}

void LayerRunner::project_keys(const PackedLinear& key_value, std::span<void* const> kept) const {
  const int64_t width = key_value.width();
  const Rows rows = space_.key_values.rows(space_.inputs.count(), width);
  project(key_value, rows);
  for (int64_t row = 0; row < rows.count; ++row) {
    if (plan_.format == NumberFormat::kFp32)
      std::copy_n(rows[row], width, static_cast<float*>(kept[row]));
    else
      kernels_.rows.round(rows[row], width, static_cast<uint16_t*>(kept[row]));
  }
}

void LayerRunner::end_sublayer(const PackedLinear& linear, const NormPlan& norm, const Rows& x,
                               const Rows& states) const {
  space_.inputs.convert(kernels_, plan_.format, x, linear.inputs());
  Product product = linear.product(space_.inputs);
  product.residual = states.data;
  product.out = states.data;
  product.out_stride = states.stride;
  multiply(kernels_, linear, product);
  if (!plan_.is_pre_norm) normalize(norm, states, states);
}

void LayerRunner::feed_forward(const FeedForwardPlan& plan, const Rows& states) const {
  begin_sublayer(plan.norm, states);
  const Rows inner = space_.inner.rows(states.count, plan.inner.width());
  project(plan.inner, inner, plan.activation);
  end_sublayer(plan.outer, plan.norm, inner, states);
}

void LayerRunner::attend_rows(const QueryRows& rows, const Attended& attended,
                              std::vector<float>& scores) const {
  const PlanSizes& sizes = plan_.sizes;
  const auto length = static_cast<int64_t>(attended.keys.size());
  const int64_t scores_of_row = attention_scores(sizes.heads, length),
                together = std::clamp<int64_t>(kMostScores / scores_of_row, 1, rows.count);
  if (static_cast<int64_t>(scores.size()) < together * scores_of_row)
    scores.resize(together * scores_of_row);
  for (int64_t done = 0; done < rows.count; done += together) {
    kernels_.decoding.attend[static_cast<size_t>(plan_.format)](
        {.query = rows.queries[rows.first + done],
         .keys = attended.keys.data(),
         .length = length,
         .heads = sizes.heads,
         .head_width = sizes.head_width,
         .scores = scores.data(),
         .out = rows.context[rows.first + done],
         .count = std::min(together, rows.count - done),
         .query_stride = rows.queries.stride,
         .out_stride = rows.context.stride,
         .mean_weights = attended.mean_weights,
         .mean_heads = attended.mean_heads});
  }
  if (attended.head_weights == nullptr) return;
  for (int64_t head = 0; head < sizes.heads; ++head) {
    const auto first = scores.begin() + head * attention_scores(1, length);
    attended.head_weights->insert(attended.head_weights->end(), first, first + length);
  }
}

}  // namespace dragoman
