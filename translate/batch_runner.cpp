#include "translate/batch_runner.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>

#include "data/batch_plan.h"
#include "search/beam_search.h"
#include "search/path_search.h"
#include "threads/run_in_threads.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

using Hypotheses = std::vector<std::vector<Hypothesis>>;

/// Most probabilities of a step, where it computes those of all tokens: 128 MB.
constexpr int64_t kMostProbabilities = int64_t{1} << 25;

/// True if greedy search, which has neither phrases nor candidates to show, is not enough.
bool needs_beam(const SearchTask& task) {
  return !task.phrases.empty() || (task.observer != nullptr && task.observer->wants_candidates());
}

Hypotheses search(StepModel& model, const std::vector<SearchTask>& tasks,
                  const SearchVocabulary& vocabulary, const SearchSettings& settings) {
  if (settings.samples > 0) return sample(model, tasks, vocabulary, settings);
  if (settings.beam > 1 || std::any_of(tasks.begin(), tasks.end(), needs_beam))
    return beam_search(model, tasks, vocabulary, settings);
  Hypotheses found;
  for (Hypothesis& best : greedy_search(model, tasks, vocabulary, settings))
    found.push_back({std::move(best)});
  return found;
}

/// Queue of batches for the workers.
class BatchQueue {
 public:
  BatchQueue(StepModel& model, const std::vector<SearchTask>& tasks,
             const SearchVocabulary& vocabulary, const SearchSettings& settings)
      : model_(model), tasks_(tasks), vocabulary_(vocabulary), settings_(settings) {
    std::vector<int32_t> lengths;
    for (const SearchTask& task : tasks)
      lengths.push_back(static_cast<int32_t>(task.source.size()));
    batches_ =
        plan_longest_first(lengths, settings.batch_tokens / encoded_rows(), most_sentences());
    results_.resize(tasks.size());
  }

  size_t size() const { return batches_.size(); }

  /// Searches batches until none is left or a worker has failed.
  void work() {
    try {
      for (size_t i = next_++; i < batches_.size(); i = next_++) run(batches_[i]);
    } catch (...) {
      if (!failed_.exchange(true)) error_ = std::current_exception();
      next_ = batches_.size();
    }
  }

  Hypotheses results() {
    if (error_) std::rethrow_exception(error_);
    return std::move(results_);
  }

 private:
  /// The encoder repeats a sentence for each of its samples, but not for the hypotheses of a beam.
  int64_t encoded_rows() const { return std::clamp<int64_t>(settings_.samples, 1, 64); }

  /// Number of sentences that a batch may have.
  size_t most_sentences() const {
    const bool needs_distributions = settings_.samples > 0 || model_.needs_distributions() ||
                                     std::ranges::any_of(tasks_, [](const SearchTask& task) {
                                       return !task.prefix.empty() || !task.phrases.empty();
                                     });
    if (!needs_distributions) return std::numeric_limits<uint32_t>::max();
    const int64_t rows = settings_.samples > 0 ? encoded_rows() : settings_.beam;
    const int64_t vocabulary = model_.start_token();  // it follows all tokens
    return std::max<int64_t>(kMostProbabilities / (rows * vocabulary), 1);
  }

  void run(const std::vector<uint32_t>& indices) {
    std::vector<SearchTask> batch;
    std::vector<uint32_t> searched;
    for (const uint32_t i : indices) {
      results_[i].resize(1);  // empty, if the observer wants no search
      if (!tasks_[i].begins()) continue;
      batch.push_back(tasks_[i]);
      searched.push_back(i);
    }
    if (batch.empty()) return;
    Hypotheses found = search(model_, batch, vocabulary_, settings_);
    for (size_t i = 0; i < searched.size(); ++i) results_[searched[i]] = std::move(found[i]);
  }

  StepModel& model_;
  const std::vector<SearchTask>& tasks_;
  const SearchVocabulary& vocabulary_;
  const SearchSettings& settings_;
  BatchPlan batches_;
  Hypotheses results_;
  std::atomic<size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::exception_ptr error_;
};

}  // namespace

std::vector<std::vector<Hypothesis>> search_in_batches(StepModel& model,
                                                       const std::vector<SearchTask>& tasks,
                                                       const SearchVocabulary& vocabulary,
                                                       const SearchSettings& settings,
                                                       const Workers& workers) {
  BatchQueue queue(model, tasks, vocabulary, settings);
  const size_t count = std::min(static_cast<size_t>(workers.count), queue.size());
  const int threads = workers.threads > 0 ? workers.threads : thread_count();
  run_in_threads(count, [&](size_t) {
    const ThreadCount of_worker(threads);
    queue.work();
  });
  return queue.results();
}

}  // namespace dragoman
