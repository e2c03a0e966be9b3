#pragma once

#include <torch/types.h>

#include <vector>

#include "architecture/step_model.h"

namespace dragoman {

/// Logits of a step, on whatever device: of all tokens, or of some.
struct StepLogits {
  torch::Tensor values;           // [rows, U], overwritten
  torch::Tensor tokens;           // [U] of int64: whose they are, ascending; undefined: of all
  std::vector<int32_t> excluded;  // which of the U never come
  int64_t vocabulary = 0;         // V
  int64_t most = 0;               // tokens that may come in each row
};

/// The same of all tokens: logits [rows, V].
StepLogits logits_of_all(const torch::Tensor& logits, const StepRequest& request);

/// Copies what `request` asks for out of a step's tensors; attention [rows, S], or undefined if it
/// is not asked for.
void fill_next_tokens(const StepLogits& logits, const torch::Tensor& attention,
                      const StepRequest& request, NextTokens& next);

}  // namespace dragoman
