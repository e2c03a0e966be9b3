#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "architecture/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// Number of samples of a sentence that are drawn together.
constexpr int64_t kSamplesAtATime = 64;

/// Greedy search: takes the most probable token at each step, until end of sentence or the maximal
/// length. Returns one hypothesis a sentence, the same as beam search with a beam of 1.
std::vector<Hypothesis> greedy_search(StepModel& model, std::span<const SearchTask> tasks,
                                      const SearchVocabulary& vocabulary,
                                      const SearchSettings& settings);

/// Ancestral sampling: draws each token from the model's distribution, modified by temperature,
/// top_k, top_p and epsilon of the settings. Returns settings.samples hypotheses a sentence in the
/// order in which they were drawn, or fewer if its observer ends the search. Draws derive from the
/// task's key, the sample's number and the position.
std::vector<std::vector<Hypothesis>> sample(StepModel& model, std::span<const SearchTask> tasks,
                                            const SearchVocabulary& vocabulary,
                                            const SearchSettings& settings);

}  // namespace dragoman
