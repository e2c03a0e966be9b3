#pragma once

#include <vector>

#include "model/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// The most probable token at each step, until end of sentence or the longest length allowed: one
/// hypothesis a sentence. Equal to beam search with a beam of 1.
std::vector<Hypothesis> greedy_search(StepModel& model, const SourceBatch& source,
                                      const SearchLimits& limits, const SearchSettings& settings);

}  // namespace dragoman
