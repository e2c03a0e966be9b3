#pragma once

#include <mutex>
#include <span>
#include <vector>

#include "architecture/step_model.h"
#include "engine/packed_linear.h"

namespace dragoman {

/// Rows of a step that one output layer computes.
struct OutputRows {
  const ConvertedRows& inputs;
  int64_t first = 0;
  int64_t count = 0;
};

/// Computes logits, their softmax and the best tokens. Blocks of logits are summarised and searched
/// while they are in the cache, and kept only if all log-probabilities are requested.
class OutputLayer {
 public:
  /// Outputs all tokens. `layer` must outlive this object.
  OutputLayer(const PackedLinear& layer, int64_t vocabulary, const Kernels& kernels);
  /// Outputs `candidates` alone, which must be in ascending order.
  OutputLayer(const PackedLinear& layer, std::vector<int32_t> candidates, const Kernels& kernels);

  /// Fills in the rows of `next`: the best tokens and, if requested, all log-probabilities.
  void run(const OutputRows& rows, const StepRequest& request, NextTokens& next);

 private:
  /// Position of a token among the layer's outputs; -1 if it is not one.
  int64_t output_of(int32_t token) const;
  int32_t token_of(int64_t output) const {
    return candidates_.empty() ? static_cast<int32_t>(output) : candidates_[output];
  }
  const PackedLinear& layer() const { return candidates_.empty() ? *all_ : selected_; }
  void exclude(std::span<const int32_t> excluded);
  /// Computes logits, and from them the best tokens of `next`, whose values are logits, and
  /// log_sums_ if probabilities are requested. Keeps the logits of all tokens if their
  /// log-probabilities are.
  void compute(const OutputRows& rows, const StepRequest& request, NextTokens& next);
  /// Some rows of a panel of the step's product.
  struct Part {
    int64_t row;
    int64_t rows;
    int64_t panel;
  };
  /// Computes logits [part.rows, kPanelColumns] and their summary.
  void compute_logits(const OutputRows& rows, const Part& part, float* logits);
  /// Adds logits to the rows' best tokens. Row r of the step is guarded by lock r, modulo their
  /// number.
  void add_best(const OutputRows& rows, const Part& part, const float* logits, NextTokens& next,
                std::span<std::mutex> locks) const;
  void compute_excluded(const OutputRows& rows);
  int64_t stride() const { return round_up(rows_, kLaneCount); }
  LogitSummary summary() { return {largest_.data(), has_sums_ ? sums_.data() : nullptr, stride()}; }
  /// Pointer to [kPanelColumns] logits of a row, if they were kept.
  const float* block_of(int64_t row, int64_t panel) const {
    return logits_.data() + (panel * rows_ + row) * kPanelColumns;
  }
  /// Writes all log-probabilities of the step's rows.
  void write_distributions(const OutputRows& rows, NextTokens& next) const;
  /// Writes a row's log-probabilities of a panel's tokens.
  void write_panel(int64_t row, int64_t panel, std::span<float> out) const;
  /// Writes a row's log-probabilities of excluded tokens.
  void write_excluded(int64_t row, std::span<float> out) const;

  const PackedLinear* all_ = nullptr;
  PackedLinear selected_;
  std::vector<int32_t> candidates_;  // tokens of selected_; empty if all_ is used
  int64_t outputs_ = 0;
  const Kernels* kernels_;
  std::vector<int32_t> excluded_;
  AlignedVector<float> bias_;            // -infinity for excluded tokens
  int64_t rows_ = 0;                     // of the last step
  AlignedVector<float> logits_;          // [panels, rows, kPanelColumns], if they are kept
  AlignedVector<float> largest_, sums_;  // of the panels' summaries
  bool has_sums_ = false;                // whether the last step computed sums
  AlignedVector<float> log_sums_;        // [rows, rounded up]
  std::vector<float> excluded_logits_;   // [excluded, rows], as if they were not excluded
};

}  // namespace dragoman
