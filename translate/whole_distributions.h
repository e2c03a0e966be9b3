#pragma once

#include <span>
#include <vector>

#include "architecture/step_model.h"

namespace dragoman {

/// Returns `request` as a combined model sends it to its members: for the log-probabilities of all
/// tokens instead of the best ones.
StepRequest for_whole_distributions(StepRequest request);

enum class Shares { kAsTheyAre, kOfWhatIsAllowed };

/// Fills `next` with the tokens and log-probabilities that `request` asks for, from
/// `log_probabilities` [rows, V]. Leaves out excluded tokens. kOfWhatIsAllowed divides the
/// probabilities by the sum over the tokens that are not excluded.
void choose_tokens(std::vector<float> log_probabilities, int64_t vocabulary, Shares shares,
                   const StepRequest& request, NextTokens& next);

}  // namespace dragoman
