#pragma once

#include <span>
#include <vector>

#include "model/next_tokens.h"
#include "model/transformer.h"

namespace dragoman {

/// The output layer of a step. Where sentences have candidates, the rows of its weight that any of
/// them needs are gathered once; one product serves all, and each sentence sees its own of them.
class OutputColumns {
 public:
  /// candidates: as a SourceBatch has them. `model` must outlive this.
  OutputColumns(const TransformerImpl& model, const std::vector<std::vector<int32_t>>& candidates);

  /// Drops all sentences but these, by their numbers, ascending.
  void keep(std::span<const int32_t> sentences);
  /// hidden [B K, D], K rows of each sentence -> their logits, minus infinity for tokens that are
  /// no candidates of the row's sentence.
  StepLogits logits(const torch::Tensor& hidden, const StepRequest& request) const;

 private:
  /// How many of these tokens may come in a sentence.
  int64_t count_allowed(const std::vector<int32_t>& candidates,
                        std::span<const int32_t> excluded) const;

  const TransformerImpl* model_;
  std::vector<std::vector<int32_t>> candidates_;  // of each sentence; empty: any token
  std::vector<int32_t> union_;                    // U tokens, ascending
  torch::Tensor tokens_;                          // the same, where the model is
  torch::Tensor weight_;                          // [U, D]
  torch::Tensor bias_;                            // [U] or undefined
  torch::Tensor others_;                          // [B, U], true for what a sentence does not see
};

}  // namespace dragoman
