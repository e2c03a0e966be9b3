#pragma once

#include <algorithm>
#include <vector>

#include "search/beam_search.h"
#include "search/path_search.h"
#include "toy_model.h"

namespace dragoman {

constexpr int32_t kEos = 0;
constexpr int32_t kTokens = 9;

inline std::vector<SearchTask> tasks(int32_t count, int64_t max_length) {
  std::vector<SearchTask> tasks;
  for (int32_t i = 0; i < count; ++i) {
    tasks.push_back({.source = {i, 5, 0},
                     .min_length = 1,
                     .max_length = max_length,
                     .sampling_key = static_cast<uint64_t>(i)});
  }
  return tasks;
}

/// Runs greedy search (beam 1) or beam search; returns the best hypotheses.
inline std::vector<std::vector<Hypothesis>> search(StepModel& model,
                                                   const std::vector<SearchTask>& tasks,
                                                   const SearchSettings& settings,
                                                   const SearchVocabulary& vocabulary = {}) {
  if (settings.beam > 1) return beam_search(model, tasks, vocabulary, settings);
  std::vector<std::vector<Hypothesis>> found;
  for (const Hypothesis& best : greedy_search(model, tasks, vocabulary, settings))
    found.push_back({best});
  return found;
}

inline SearchSettings plain(int64_t beam) {
  SearchSettings settings;
  settings.beam = beam;
  settings.length_penalty = LengthPenalty::kNone;
  return settings;
}

inline bool contains(const TokenIds& tokens, const TokenIds& phrase) {
  return std::search(tokens.begin(), tokens.end(), phrase.begin(), phrase.end()) != tokens.end();
}

/// Returns the sum of the model's log-probabilities of a hypothesis.
inline double recomputed(const ToyModel& model, const SearchTask& task,
                         const Hypothesis& hypothesis) {
  const std::vector<int64_t> source(task.source.begin(), task.source.end());
  TokenIds tokens = hypothesis.tokens;
  if (hypothesis.ended) tokens.push_back(kEos);
  double sum = 0;
  for (size_t i = 0; i < tokens.size(); ++i)
    sum += model.log_probabilities(source, {tokens.begin(), tokens.begin() + i})[tokens[i]];
  return sum;
}

}  // namespace dragoman
