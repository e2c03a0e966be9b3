#pragma once

#include <span>
#include <vector>

#include "architecture/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// Greedy search: the most probable token at each step, until end of sentence or the longest
/// length. One hypothesis a sentence; equal to beam search with a beam of 1.
std::vector<Hypothesis> greedy_search(StepModel& model, std::span<const SearchTask> tasks,
                                      const SearchVocabulary& vocabulary,
                                      const SearchSettings& settings);

/// Ancestral sampling: each token is drawn from the model's distribution, as temperature, top_k,
/// top_p and epsilon of the settings change it. Gives settings.samples hypotheses a sentence, the
/// best score first. Draws derive from the task's key, the number of the sample and the position.
std::vector<std::vector<Hypothesis>> sample(StepModel& model, std::span<const SearchTask> tasks,
                                            const SearchVocabulary& vocabulary,
                                            const SearchSettings& settings);

}  // namespace dragoman
