#pragma once

#include <torch/types.h>

#include <vector>

#include "architecture/step_model.h"

namespace dragoman {

/// Logits of a step, on any device, for all V tokens or for U of them.
struct StepLogits {
  torch::Tensor values;           // [rows, U]; fill_next_tokens() overwrites it
  torch::Tensor tokens;           // [U] int64, ascending; undefined: all V
  std::vector<int32_t> excluded;  // columns of `values` that are never among the best
  int64_t vocabulary = 0;         // V
};

/// Returns StepLogits of all tokens from logits [rows, V].
StepLogits logits_of_all(const torch::Tensor& logits, const StepRequest& request);

/// Fills `next` with the results that `request` asks for. attention [rows, S]; undefined if
/// `request` does not ask for it.
void fill_next_tokens(const StepLogits& logits, const torch::Tensor& attention,
                      const StepRequest& request, NextTokens& next);

}  // namespace dragoman
