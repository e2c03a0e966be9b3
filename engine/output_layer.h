#pragma once

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

/// Computes logits, their softmax and the best tokens. Blocks of logits are summarised while they
/// are in the cache; most are never read again.
class OutputLayer {
 public:
  /// Outputs all tokens. `layer` must outlive this object.
  OutputLayer(const PackedLinear& layer, int64_t vocabulary, const Kernels& kernels);
  /// Outputs `candidates` alone, which must be in ascending order.
  OutputLayer(const PackedLinear& layer, std::vector<int32_t> candidates, const Kernels& kernels);

  /// Number of output tokens that are not excluded.
  int64_t count_allowed(std::span<const int32_t> excluded) const;
  /// Fills in the rows of `next`: the next.k best tokens (at most count_allowed()) and, if
  /// requested, all log-probabilities.
  void run(const OutputRows& rows, const StepRequest& request, NextTokens& next);

 private:
  /// Position of a token among the layer's outputs; -1 if it is not one.
  int64_t output_of(int32_t token) const;
  int32_t token_of(int64_t output) const {
    return candidates_.empty() ? static_cast<int32_t>(output) : candidates_[output];
  }
  const PackedLinear& layer() const { return candidates_.empty() ? *all_ : selected_; }
  void exclude(std::span<const int32_t> excluded);
  void compute(const OutputRows& rows);
  void compute_excluded(const OutputRows& rows);
  /// Pointer to [kPanelColumns] logits of a row.
  const float* block_of(int64_t row, int64_t panel) const {
    return logits_.data() + (panel * rows_ + row) * kPanelColumns;
  }
  void write_best(int64_t row, int32_t* tokens, float* values, int64_t count) const;
  void write_distribution(int64_t row, std::span<float> out) const;

  const PackedLinear* all_ = nullptr;
  PackedLinear selected_;
  std::vector<int32_t> candidates_;  // tokens of selected_; empty if all_ is used
  int64_t outputs_ = 0;
  const Kernels* kernels_;
  std::vector<int32_t> excluded_;
  AlignedVector<float> bias_;            // -infinity for excluded tokens
  int64_t rows_ = 0;                     // of the last step
  AlignedVector<float> logits_;          // [panels, rows, kPanelColumns]
  AlignedVector<float> largest_, sums_;  // of the panels' summaries
  AlignedVector<float> log_sums_;        // [rows, rounded up]
  std::vector<float> excluded_logits_;   // [excluded, rows], as if they were not excluded
};

}  // namespace dragoman
