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

/// Joins sentences of many requests into batches, and translates them in its own threads. Sentences
/// that wait at the same time with the same model and settings (the same kind) form a batch. Each
/// translation is independent of the rest of the batch.
///
/// A free worker claims the kind whose first sentence has waited longest, and waits for more of
/// that kind. It waits max_wait from the arrival of the first sentence, or from when the worker
/// became free, because the clients that it has just answered tend to ask again. It starts at once
/// when the batch is full, when other kinds wait and no worker is free, or when all clients already
/// wait. If other workers are free, it takes only its share of the kind's sentences.
class Batcher {
 public:
  struct Limits {
    int workers = 1;  // threads that translate
    std::chrono::microseconds max_wait{2000};
    size_t max_batch = 64;
    size_t max_queue = 2000;
    /// Number of clients that may send a request, such as open connections. If as many requests
    /// wait, a worker does not wait for more. Called often, under a lock. Empty: unknown.
    std::function<size_t()> num_clients = {};
  };

  /// Throws std::invalid_argument for limits that would let no job through.
  Batcher(Limits limits, ServiceMetrics& metrics);
  /// Finishes the jobs in the queue.
  ~Batcher();
  Batcher(const Batcher&) = delete;
  Batcher& operator=(const Batcher&) = delete;

  /// Queues all jobs of a request, or throws ApiError (429, queue_full) and queues none. Each
  /// future gives the result of its sentence, or throws what translating threw. A job past its
  /// deadline throws ApiError (504, timeout), and its search ends; request.watch is asked too. If
  /// one sentence of a batch throws, the others are translated again without it, and their watches
  /// start over.
  std::vector<std::future<TranslationResult>> submit(std::vector<TranslationJob> jobs);
  /// Runs other work, such as completions, on a worker. Throws like submit(). The work must check
  /// the deadline itself.
  std::future<void> submit_work(std::function<void()> work, std::shared_ptr<Deadline> deadline);
  /// The same for the rest of a request that arrived at `arrival`: takes it even if the queue is
  /// full, and runs it before what came later.
  std::future<void> submit_rest(std::function<void()> work, std::shared_ptr<Deadline> deadline,
                                Clock::time_point arrival);

 private:
  using Lock = std::unique_lock<std::mutex>;

  std::unique_ptr<WaitingJob> make_work(std::function<void()> work,
                                        std::shared_ptr<Deadline> deadline);
  void enqueue(WaitingJobs jobs);
  bool add_if_they_fit(WaitingJobs& jobs, size_t max_queue);
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
  std::atomic<size_t> num_visits_ = 0;  // requests waiting for results
  std::atomic<uint64_t> num_works_ = 0;
  std::mutex mutex_;                  // guards the members below except workers_
  std::condition_variable has_jobs_;  // wakes free workers
  std::condition_variable has_more_;  // wakes workers that wait for more of a kind
  JobQueue queue_;
  size_t num_free_ = 0;  // workers waiting for jobs
  bool ends_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace dragoman
