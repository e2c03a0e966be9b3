#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/job_queue.h"
#include "serve/job_runner.h"
#include "serve/service_metrics.h"
#include "serve/translation_job.h"

namespace dragoman {

/// Joins sentences of many requests into batches, and translates them in threads of its own.
/// Sentences with the same model and settings that wait at the same time are translated together;
/// the translation of each does not depend on the others.
///
/// A free worker takes the kind of sentence that has waited longest, and waits for more of that
/// kind: max_wait from when the first of them came, or from when the worker became free, since the
/// clients that it has just answered are about to ask again. No other worker touches the kind in
/// the meantime. It goes ahead at once when the batch is full, when jobs of another kind find no
/// free worker, or when all clients there are wait for answers already. If other workers are free
/// too, it takes only its share of what waits, so that they have theirs.
class Batcher {
 public:
  struct Limits {
    int workers = 1;  // threads that translate
    std::chrono::microseconds max_wait{2000};
    size_t max_batch = 64;
    size_t max_queue = 2000;
    /// How many clients could have a request each, as open connections: when as many wait, waiting
    /// for more is vain. Called often and under a lock. None: it is not known.
    std::function<size_t()> num_clients = {};
  };

  /// Throws std::invalid_argument for limits that nothing would come through.
  Batcher(Limits limits, ServiceMetrics& metrics);
  /// Finishes what waits.
  ~Batcher();
  Batcher(const Batcher&) = delete;
  Batcher& operator=(const Batcher&) = delete;

  /// All jobs of a request, or none: throws ApiError (429, queue_full) if they would not fit into
  /// the queue. Each future gives up to settings.num_best translations of its sentence, best first,
  /// or throws what translating threw; of a job whose deadline is over, ApiError (504, timeout).
  /// The deadline ends the search of a sentence, too; what request.watch says goes on beside that.
  /// If a sentence of a batch throws, the others are translated anew without it: their watches then
  /// see them from the beginning.
  std::vector<std::future<std::vector<Translation>>> submit(std::vector<TranslationJob> jobs);
  /// Runs other work on a worker: completions, attention. Throws as submit. It must look at the
  /// deadline itself while it runs.
  std::future<void> submit_work(std::function<void()> work, std::shared_ptr<Deadline> deadline);
  size_t queue_length() const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  void enqueue(WaitingJobs jobs);
  bool add_if_they_fit(WaitingJobs& jobs);
  void add(std::unique_ptr<WaitingJob> job);
  bool all_clients_wait() const;

  void work();
  JobQueue::Group* wait_for_jobs(Lock& lock);
  void wait_for_more(JobQueue::Group& group, Clock::time_point free_since, Lock& lock);
  bool goes_ahead(const JobQueue::Group& group);
  WaitingJobs take(JobQueue::Group& group);
  void stop();

  Limits limits_;
  ServiceMetrics& metrics_;
  JobRunner runner_;
  std::atomic<size_t> num_visits_ = 0;  // requests that wait for answers
  std::atomic<uint64_t> num_works_ = 0;
  mutable std::mutex mutex_;          // of what follows, but for the threads
  std::condition_variable has_jobs_;  // for free workers
  std::condition_variable has_more_;  // for workers that wait for more of a kind
  JobQueue queue_;
  size_t num_free_ = 0;  // workers that wait for jobs
  bool ends_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace dragoman
