#pragma once

#include <span>
#include <vector>

#include "architecture/step_model.h"

namespace dragoman {

/// What a model of models asks each of them for: `request`, but the log-probabilities of all tokens
/// instead of the best ones.
StepRequest for_whole_distributions(StepRequest request);

enum class Shares { kAsTheyAre, kOfWhatIsAllowed };

/// Fills in what `request` asks for of tokens, from log-probabilities [rows, V] of all: those of
/// tokens that are not excluded, as they are or as shares of what these have together.
void choose_tokens(std::vector<float> log_probabilities, int64_t vocabulary, Shares shares,
                   const StepRequest& request, NextTokens& next);

}  // namespace dragoman
