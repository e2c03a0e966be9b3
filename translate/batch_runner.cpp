#include "translate/batch_runner.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>

#include "data/batch_plan.h"
#include "search/beam_search.h"
#include "search/path_search.h"
#include "threads/cancellation.h"
#include "threads/run_in_threads.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

using Hypotheses = std::vector<std::vector<Hypothesis>>;

/// Most probabilities of a step, where it computes those of all tokens: 128 MB.
constexpr int64_t kMostProbabilities = int64_t{1} << 25;

/// Least tokens of a worker, where their number is not given. With fewer, the threads of one worker
/// share a batch's rows as fast, and read the weights once.
constexpr int64_t kTokensOfWorker = 256;

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

/// Returns the number of tokens that are read, not searched.
int64_t length_of(const SearchTask& task) {
  return static_cast<int64_t>(task.source.size() + task.prefix.size());
}

/// Returns workers for these tasks, with their number and their threads given.
Workers shared_out(Workers workers, const std::vector<SearchTask>& tasks) {
  if (workers.threads == 0) workers.threads = thread_count();
  if (workers.count > 0) return workers;
  int64_t tokens = 0;
  for (const SearchTask& task : tasks) tokens += length_of(task);
  const auto wanted = std::clamp<int64_t>(tokens / kTokensOfWorker, 1, workers.threads);
  const int threads = workers.threads / static_cast<int>(wanted);
  return {workers.threads / threads, threads, workers.batch_tokens};
}

/// Queue of batches for the workers.
class BatchQueue {
 public:
  BatchQueue(StepModel& model, const std::vector<SearchTask>& tasks,
             const SearchVocabulary& vocabulary, const SearchSettings& settings,
             const Workers& workers)
      : model_(model), tasks_(tasks), vocabulary_(vocabulary), settings_(settings) {
    std::vector<int32_t> lengths;
    for (const SearchTask& task : tasks) lengths.push_back(static_cast<int32_t>(length_of(task)));
    batches_ = plan_longest_first(lengths, most_tokens(workers) / encoded_rows(), most_sentences(),
                                  static_cast<size_t>(workers.count));
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
  int64_t encoded_rows() const {
    return std::clamp<int64_t>(settings_.samples, 1, kSamplesAtATime);
  }

  /// Number of tokens that a batch may have: if not given, fewer with a wide beam, whose hypotheses
  /// take memory, too.
  int64_t most_tokens(const Workers& workers) const {
    if (settings_.batch_tokens > 0) return settings_.batch_tokens;
    return workers.batch_tokens / std::max<int64_t>(settings_.beam / 4, 1);
  }

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
    Cancellation::check();  // models on a GPU do not
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
  const Workers shared = shared_out(workers, tasks);
  BatchQueue queue(model, tasks, vocabulary, settings, shared);
  run_in_threads(std::min(static_cast<size_t>(shared.count), queue.size()), [&](size_t) {
    const ThreadCount of_worker(shared.threads);
    queue.work();
  });
  return queue.results();
}

}  // namespace dragoman
