#include "search/path_search.h"

#include <algorithm>
#include <numeric>

#include "io/random.h"
#include "search/hypothesis_score.h"
#include "search/sampler.h"
#include "search/search_steps.h"
#include "search/token_rules.h"

namespace dragoman {
namespace {

/// Whether somebody reads scores: the caller, who may choose among samples, an observer, or the
/// repetition penalty.
bool needs_scores(std::span<const SearchTask> tasks, const SearchSettings& settings) {
  return settings.scores || settings.samples > 0 || settings.repetition_penalty > 1 ||
         std::ranges::any_of(tasks, [](const SearchTask& task) { return task.observer; });
}

/// Follows one path for each sentence, in one decoder row each. Finished paths leave the batch.
class PathSearch {
 public:
  PathSearch(StepModel& model, std::span<const SearchTask> tasks,
             const SearchVocabulary& vocabulary, const SearchSettings& settings)
      : model_(model),
        tasks_(tasks),
        vocabulary_(vocabulary),
        settings_(settings),
        rules_(settings, vocabulary),
        needs_scores_(needs_scores(tasks, settings)),
        paths_(tasks.size()),
        sums_(tasks.size()) {
    for (size_t i = 0; i < tasks.size(); ++i)
      paths_[i].source_length = static_cast<int64_t>(tasks[i].source.size());
  }

  std::vector<Hypothesis> run() {
    const auto state = model_.start(model_.encode(make_source_batch(tasks_, vocabulary_)));
    std::vector<int32_t> parents(tasks_.size()), tokens(tasks_.size(), model_.start_token());
    std::iota(parents.begin(), parents.end(), 0);
    rows_ = parents;
    for (int64_t length = 0; !rows_.empty(); ++length) {
      const NextTokens& next = model_.step(*state, tokens, parents, request(length));
      advance(next, tokens, parents);
    }
    for (size_t i = 0; i < paths_.size(); ++i) {
      if (needs_scores_)
        paths_[i].score = hypothesis_score(paths_[i], sums_[i], settings_);
      else
        paths_[i].clear_scores();
    }
    return std::move(paths_);
  }

 private:
  StepRequest request(int64_t length) const {
    StepRequest request = make_request(vocabulary_, settings_);
    request.log_probabilities = settings_.samples > 0;
    request.normalized = needs_scores_;
    for (const int32_t i : rows_) {
      request.log_probabilities |= tasks_[i].is_forced(length);
      if (settings_.samples > 0) continue;
      const bool may_end = length + 1 >= tasks_[i].min_length;
      request.num_best = std::max(request.num_best, rules_.num_best(may_end ? 1 : 2, prefix_of(i)));
    }
    return request;
  }

  PrefixView prefix_of(int32_t i) const {
    return {.task = tasks_[i],
            .length = paths_[i].length(),
            .tokens = rules_.needs_tokens() ? TokenRules::with_prompt(tasks_[i], paths_[i].tokens)
                                            : TokenIds{}};
  }

  void advance(const NextTokens& next, std::vector<int32_t>& tokens,
               std::vector<int32_t>& parents) {
    std::vector<int32_t> going_on;
    tokens.clear();
    parents.clear();
    for (size_t row = 0; row < rows_.size(); ++row) {
      const int32_t i = rows_[row];
      if (!extend(i, next, row)) continue;
      going_on.push_back(i);
      tokens.push_back(paths_[i].tokens.back());
      parents.push_back(static_cast<int32_t>(row));
    }
    rows_ = std::move(going_on);
  }

  /// Appends the next token to path i. Returns false if it ends the path.
  bool extend(int32_t i, const NextTokens& next, size_t row) {
    Hypothesis& path = paths_[i];
    const std::vector<NextToken> chosen = choose(prefix_of(i), next, row);
    if (chosen.empty()) return false;
    sums_[i] += chosen.front().score;
    path.append(chosen.front().token, chosen.front().log_probability, vocabulary_.eos);
    const auto attention = next.attention_of(row);
    if (!attention.empty())
      path.attention.insert(path.attention.end(), attention.begin(),
                            attention.begin() + path.source_length);
    SearchObserver* observer = tasks_[i].observer;
    if (observer != nullptr) observer->on_best(path);
    const bool is_wanted = observer == nullptr || observer->goes_on(path);
    return is_wanted && !path.ended && path.length() < tasks_[i].max_length;
  }

  /// Returns the next token as a list of one, or an empty list if none is allowed.
  std::vector<NextToken> choose(const PrefixView& prefix, const NextTokens& next,
                                size_t row) const {
    if (settings_.samples == 0 || prefix.task.is_forced(prefix.length))
      return rules_.best(next, row, prefix, 1);
    const std::vector<float> distribution = rules_.distribution(next, row, prefix);
    if (std::ranges::none_of(distribution, is_possible)) return {};
    const int32_t token = draw_token(distribution,
                                     {.temperature = settings_.temperature,
                                      .top_k = settings_.top_k,
                                      .top_p = settings_.top_p,
                                      .epsilon = settings_.epsilon},
                                     sampling_uniform(prefix.task.sampling_key, prefix.length));
    return {rules_.scored(token, next.distribution(row)[token], prefix)};
  }

  StepModel& model_;
  std::span<const SearchTask> tasks_;
  const SearchVocabulary& vocabulary_;
  const SearchSettings& settings_;
  TokenRules rules_;
  bool needs_scores_;
  std::vector<Hypothesis> paths_;
  std::vector<double> sums_;   // of the scores of each path's tokens
  std::vector<int32_t> rows_;  // which path each row of the decoder follows
};

}  // namespace

std::vector<Hypothesis> greedy_search(StepModel& model, std::span<const SearchTask> tasks,
                                      const SearchVocabulary& vocabulary,
                                      const SearchSettings& settings) {
  return PathSearch(model, tasks, vocabulary, settings).run();
}

std::vector<std::vector<Hypothesis>> sample(StepModel& model, std::span<const SearchTask> tasks,
                                            const SearchVocabulary& vocabulary,
                                            const SearchSettings& settings) {
  std::vector<std::vector<Hypothesis>> drawn(tasks.size());
  for (int64_t first = 0; first < settings.samples; first += kSamplesAtATime) {
    const int64_t count = std::min(kSamplesAtATime, settings.samples - first);
    std::vector<SearchTask> rows;
    std::vector<size_t> task_of_row;
    for (size_t t = 0; t < tasks.size(); ++t) {
      if (first > 0 && !tasks[t].begins()) continue;
      for (int64_t i = 0; i < count; ++i) {
        rows.push_back(tasks[t]);
        rows.back().sampling_key = derive_key(tasks[t].sampling_key, first + i);
        task_of_row.push_back(t);
      }
    }
    if (rows.empty()) break;
    std::vector<Hypothesis> paths = greedy_search(model, rows, vocabulary, settings);
    for (size_t i = 0; i < paths.size(); ++i) drawn[task_of_row[i]].push_back(std::move(paths[i]));
  }
  return drawn;
}

}  // namespace dragoman
