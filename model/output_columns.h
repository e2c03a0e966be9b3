#pragma once

#include <span>
#include <vector>

#include "model/next_tokens.h"
#include "model/transformer.h"

namespace dragoman {

/// The output layer of a step. If sentences have candidates, it gathers once the weight's rows for
/// the union of all candidates. One product computes all logits; each sentence keeps those of its
/// own candidates.
class OutputColumns {
 public:
  /// candidates: SourceBatch::candidates. `model` must outlive this object.
  OutputColumns(const TransformerImpl& model, const std::vector<std::vector<int32_t>>& candidates);

  /// Keeps these sentences (ascending indices) and drops all others.
  void keep(std::span<const int32_t> sentences);
  /// hidden [B K, D], K rows of each sentence -> logits, minus infinity for tokens that are not
  /// among the sentence's candidates.
  StepLogits logits(const torch::Tensor& hidden, const StepRequest& request) const;

 private:
  const TransformerImpl* model_;
  std::vector<std::vector<int32_t>> candidates_;  // of each sentence; empty: any token
  std::vector<int32_t> union_;                    // U tokens, ascending
  torch::Tensor tokens_;                          // union_ on the model's device
  torch::Tensor weight_;                          // [U, D]
  torch::Tensor bias_;                            // [U] or undefined
  torch::Tensor others_;                          // [B, U], true for tokens that are no candidates
};

}  // namespace dragoman
