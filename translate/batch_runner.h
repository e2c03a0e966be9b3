#pragma once

#include <vector>

#include "architecture/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// How many batches are translated at the same time, and with how many threads each.
struct Workers {
  int count = 1;
  int threads = 0;  // of each; 0: as many as the calling thread would take
};

/// Searches translations of all tasks, in batches of similar lengths: the best, or settings.samples
/// random ones. Gives those of each task, the best score first, at least one. An error of one
/// worker stops all and is thrown.
std::vector<std::vector<Hypothesis>> search_in_batches(StepModel& model,
                                                       const std::vector<SearchTask>& tasks,
                                                       const SearchVocabulary& vocabulary,
                                                       const SearchSettings& settings,
                                                       const Workers& workers);

}  // namespace dragoman
