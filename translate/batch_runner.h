#pragma once

#include <vector>

#include "architecture/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// The number of batches translated at the same time, and the threads for each.
struct Workers {
  int count = 1;  // 0: up to `threads`, as many as the text gives work that pays off
  /// Of each worker, with count 0 of all together; 0: as many as the calling thread would use.
  int threads = 0;
  int64_t batch_tokens = 4096;  // most of a batch, where the search's settings do not say
};

/// Searches all tasks in batches of similar lengths: for the best hypotheses, or for
/// settings.samples random ones. Returns at least one hypothesis for each task, the best score
/// first, samples in the order of their draws: an empty one if the task's observer does not let the
/// search begin. An error in one worker stops all workers and is rethrown.
std::vector<std::vector<Hypothesis>> search_in_batches(StepModel& model,
                                                       const std::vector<SearchTask>& tasks,
                                                       const SearchVocabulary& vocabulary,
                                                       const SearchSettings& settings,
                                                       const Workers& workers);

}  // namespace dragoman
