#pragma once

#include <span>

#include "engine/plan.h"
#include "engine/workspace.h"
#include "model/step_model.h"

namespace dragoman {

/// Logits, their softmax and the best tokens: blocks of logits are summarised while they are in the
/// cache, and most of them are never read again.
class OutputLayer {
 public:
  OutputLayer(const Plan& plan, const Kernels& kernels) : plan_(plan), kernels_(kernels) {}

  /// `inputs`: the decoder's output for `rows` rows. Fills in all of `next` but attention.
  void run(const ConvertedRows& inputs, int64_t rows, const StepRequest& request, NextTokens& next);

 private:
  void exclude(std::span<const int32_t> excluded);
  void compute(const ConvertedRows& inputs, int64_t rows);
  void compute_excluded(const ConvertedRows& inputs, int64_t rows);
  /// Of a row, [V] from `block` on.
  const float* block_of(int64_t row, int64_t block) const {
    return logits_.data() + (block * rows_ + row) * kPanelColumns;
  }
  void write_best(int64_t row, NextTokens& next) const;
  void write_distribution(int64_t row, NextTokens& next) const;

  const Plan& plan_;
  const Kernels& kernels_;
  int64_t rows_ = 0;
  std::vector<int32_t> excluded_;
  AlignedVector<float> bias_;            // minus infinity for what is excluded
  AlignedVector<float> logits_;          // [panels, rows, kPanelColumns]
  AlignedVector<float> largest_, sums_;  // of the panels' summaries
  AlignedVector<float> log_sums_;        // [rows, rounded up]
  std::vector<float> excluded_logits_;   // [excluded, rows], without their exclusion
};

}  // namespace dragoman
