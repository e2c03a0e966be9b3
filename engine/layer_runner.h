#pragma once

#include <span>
#include <vector>

#include "engine/plan.h"
#include "engine/workspace.h"
#include "threads/parallel_for.h"

namespace dragoman {

/// Positions that rows of attention read, and where to write their weights.
struct Attended {
  std::vector<const void*> keys;  // of each position
  /// [positions], receives the mean of the first mean_heads heads' weights; or null.
  float* mean_weights = nullptr;
  int64_t mean_heads = 0;                      // number of heads in the mean
  std::vector<float>* head_weights = nullptr;  // becomes [heads, positions]; or null
};

/// Computes the sub-layers of encoder and decoder on rows, one row a token. Only attention reads
/// other tokens. A row's result does not depend on the other rows of the batch.
class LayerRunner {
 public:
  LayerRunner(const Plan& plan, const Kernels& kernels, Workspace& space)
      : plan_(plan), kernels_(kernels), space_(space) {}

  /// Returns the embeddings of `ids` at `positions`.
  Rows embed(const EmbeddingPlan& embedding, std::span<const int64_t> ids,
             std::span<const int64_t> positions) const;
  void normalize(const NormPlan& norm, const Rows& from, const Rows& to) const;

  /// Converts the states, normalised if the norm comes first, to the sub-layer's inputs.
  void begin_sublayer(const NormPlan& norm, const Rows& states) const;
  /// out [rows, linear.width()] = linear(inputs).
  void project(const PackedLinear& linear, const Rows& out,
               Epilogue epilogue = Epilogue::kNone) const;
  /// Computes keys and values of the inputs and stores them in `kept`, from token `first` on.
  void project_keys(const PackedLinear& key_value, AttentionMemory& kept, int64_t first) const;
  /// The same, stored where `kept` says for each row.
  void project_keys(const PackedLinear& key_value, std::span<void* const> kept) const;
  /// states += linear(x); then normalises the states if the norm comes last.
  void end_sublayer(const PackedLinear& linear, const NormPlan& norm, const Rows& x,
                    const Rows& states) const;
  void feed_forward(const FeedForwardPlan& plan, const Rows& states) const;

  /// Runs attention, after begin_sublayer(). `see(row, most, attended)` fills in the positions that
  /// a row reads. It returns how many rows from there on read the same, at most `most`; 1 if
  /// weights are to be written.
  template <class See>
  void attend(const AttentionPlan& plan, const Rows& states, const See& see) const {
    const Rows queries = space_.queries.rows(states.count, plan_.sizes.all_heads());
    const Rows context = space_.context.rows(states.count, plan_.sizes.all_heads());
    project(plan.query, queries);
    parallel_for(states.count, kRowsOfTask, [&](int64_t first, int64_t last) {
      Attended attended;
      std::vector<float> scores;
      for (int64_t row = first, count = 0; row < last; row += count) {
        attended.keys.clear();
        count = see(row, last - row, attended);
        attend_rows({queries, context, row, count}, attended, scores);
      }
    });
    end_sublayer(plan.output, plan.norm, context, states);
  }

 private:
  static constexpr int64_t kRowsOfTask = 4;

  /// Consecutive rows of queries and of attention's output, which read the same positions.
  struct QueryRows {
    const Rows& queries;
    const Rows& context;
    int64_t first;
    int64_t count;
  };
  void attend_rows(const QueryRows& rows, const Attended& attended,
                   std::vector<float>& scores) const;

  const Plan& plan_;
  const Kernels& kernels_;
  Workspace& space_;
};

}  // namespace dragoman
