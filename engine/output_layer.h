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

/// Logits, their softmax and the best tokens: blocks of logits are summarised while they are in the
/// cache, and most of them are never read again.
class OutputLayer {
 public:
  /// A layer of all tokens, which must outlive this.
  OutputLayer(const PackedLinear& layer, int64_t vocabulary, const Kernels& kernels);
  /// A layer of `candidates` alone, which stand in order.
  OutputLayer(const PackedLinear& layer, std::vector<int32_t> candidates, const Kernels& kernels);

  /// Tokens that are not excluded.
  int64_t count_allowed(std::span<const int32_t> excluded) const;
  /// Fills in the rows of `next`: next.k best tokens, at most as many as are allowed, and all
  /// log-probabilities if they are asked for.
  void run(const OutputRows& rows, const StepRequest& request, NextTokens& next);

 private:
  /// Where a token stands among the layer's outputs; -1 if it does not.
  int64_t output_of(int32_t token) const;
  int32_t token_of(int64_t output) const {
    return candidates_.empty() ? static_cast<int32_t>(output) : candidates_[output];
  }
  const PackedLinear& layer() const { return candidates_.empty() ? *all_ : selected_; }
  void exclude(std::span<const int32_t> excluded);
  void compute(const OutputRows& rows);
  void compute_excluded(const OutputRows& rows);
  /// [kPanelColumns] logits of a row.
  const float* block_of(int64_t row, int64_t panel) const {
    return logits_.data() + (panel * rows_ + row) * kPanelColumns;
  }
  void write_best(int64_t row, int32_t* tokens, float* values, int64_t count) const;
  void write_distribution(int64_t row, std::span<float> out) const;

  const PackedLinear* all_ = nullptr;
  PackedLinear selected_;
  std::vector<int32_t> candidates_;  // of selected_
  int64_t outputs_ = 0;
  const Kernels* kernels_;
  std::vector<int32_t> excluded_;
  AlignedVector<float> bias_;            // minus infinity for what is excluded
  int64_t rows_ = 0;                     // of the last step
  AlignedVector<float> logits_;          // [panels, rows, kPanelColumns]
  AlignedVector<float> largest_, sums_;  // of the panels' summaries
  AlignedVector<float> log_sums_;        // [rows, rounded up]
  std::vector<float> excluded_logits_;   // [excluded, rows], without their exclusion
};

}  // namespace dragoman
