#pragma once

#include <span>
#include <vector>

#include "engine/plan.h"
#include "engine/workspace.h"
#include "threads/parallel_for.h"

namespace dragoman {

/// What a row of attention sees.
struct Attended {
  std::vector<const void*> keys;  // of each position
  float* mean_weights = nullptr;  // [positions] to be written, or none
  int64_t mean_heads = 0;         // the first so many heads, of which they are the mean
  std::vector<float>* head_weights = nullptr;  // to become [heads, positions], or none
};

/// What encoder and decoder layers compute, on rows: tokens that are computed each on its own, but
/// for what attention gathers. Results are the same for any company of rows.
class LayerRunner {
 public:
  LayerRunner(const Plan& plan, const Kernels& kernels, Workspace& space)
      : plan_(plan), kernels_(kernels), space_(space) {}

  /// Embedded tokens at their positions.
  Rows embed(const EmbeddingPlan& embedding, std::span<const int64_t> ids,
             std::span<const int64_t> positions) const;
  void normalize(const NormPlan& norm, const Rows& from, const Rows& to) const;

  /// A sub-layer takes its inputs from the states, normalised if the norm comes first.
  void begin_sublayer(const NormPlan& norm, const Rows& states) const;
  /// out [rows, linear.width()] = linear(inputs).
  void project(const PackedLinear& linear, const Rows& out,
               Epilogue epilogue = Epilogue::kNone) const;
  /// Keys and values of the inputs, kept as those of tokens from `first` on.
  void project_keys(const PackedLinear& key_value, AttentionMemory& kept, int64_t first) const;
  /// states += linear(x), and the norm if it comes last.
  void end_sublayer(const PackedLinear& linear, const NormPlan& norm, const Rows& x,
                    const Rows& states) const;
  void feed_forward(const FeedForwardPlan& plan, const Rows& states) const;

  /// The sub-layer's attention after its inputs are there: `see(row, attended)` says what each row
  /// looks at.
  template <class See>
  void attend(const AttentionPlan& plan, const Rows& states, const See& see) const {
    const Rows queries = space_.queries.rows(states.count, plan_.sizes.all_heads());
    const Rows context = space_.context.rows(states.count, plan_.sizes.all_heads());
    project(plan.query, queries);
    parallel_for(states.count, kRowsOfTask, [&](int64_t first, int64_t last) {
      Attended attended;
      std::vector<float> scores;
      for (int64_t row = first; row < last; ++row) {
        attended.keys.clear();
        see(row, attended);
        attend_row(queries[row], attended, scores, context[row]);
      }
    });
    end_sublayer(plan.output, plan.norm, context, states);
  }

 private:
  static constexpr int64_t kRowsOfTask = 4;

  /// The mean of the weights [heads, attention_scores(1, positions)] of the first heads.
  static void average_heads(const std::vector<float>& weights, const Attended& attended);
  void attend_row(const float* query, const Attended& attended, std::vector<float>& scores,
                  float* out) const;

  const Plan& plan_;
  const Kernels& kernels_;
  Workspace& space_;
};

}  // namespace dragoman
