#include "search/search_steps.h"

#include <algorithm>

namespace dragoman {

SourceBatch make_source_batch(std::span<const SearchTask> tasks,
                              const SearchVocabulary& vocabulary) {
  SourceBatch batch{.rows = static_cast<int64_t>(tasks.size()), .length = 0, .ids = {}};
  for (const SearchTask& task : tasks)
    batch.length = std::max(batch.length, static_cast<int64_t>(task.source.size()));
  for (const SearchTask& task : tasks) {
    batch.ids.insert(batch.ids.end(), task.source.begin(), task.source.end());
    batch.ids.insert(batch.ids.end(), batch.length - task.source.size(), vocabulary.source_padding);
    batch.candidates.push_back(task.candidates);
  }
  const bool any_may = std::all_of(batch.candidates.begin(), batch.candidates.end(),
                                   [](const auto& candidates) { return candidates.empty(); });
  if (any_may) batch.candidates.clear();
  return batch;
}

StepRequest make_request(const SearchVocabulary& vocabulary, const SearchSettings& settings) {
  std::optional<int64_t> layer;
  if (settings.alignment_layer > 0) layer = settings.alignment_layer - 1;
  return {.num_best = 0,
          .excluded = vocabulary.suppressed,
          .log_probabilities = false,
          .normalized = true,
          .attention = settings.alignment || settings.coverage_penalty > 0 ||
                       settings.unknown == UnknownTokens::kReplace,
          .attention_layer = layer};
}

}  // namespace dragoman
