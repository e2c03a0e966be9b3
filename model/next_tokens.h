#pragma once

#include <torch/torch.h>

#include "model/step_model.h"

namespace dragoman {

/// Copies what `request` asks for out of a step's tensors, on whatever device they are:
/// log_probabilities [rows, V], attention [rows, S] (or undefined if it is not asked for).
void fill_next_tokens(const torch::Tensor& log_probabilities, const torch::Tensor& attention,
                      const StepRequest& request, NextTokens& next);

}  // namespace dragoman
