#pragma once

#include <torch/types.h>

#include "architecture/step_model.h"

namespace dragoman {

/// Copies what `request` asks for out of a step's tensors, on whatever device they are: logits
/// [rows, V], which are overwritten, and attention [rows, S] (or undefined if it is not asked for).
void fill_next_tokens(torch::Tensor logits, const torch::Tensor& attention,
                      const StepRequest& request, NextTokens& next);

}  // namespace dragoman
