#include "serve/batcher.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "serve/api_error.h"
#include "serve/count_guard.h"

namespace dragoman {
namespace {

void check_limits(const Batcher::Limits& limits) {
  if (limits.workers >= 1 && limits.max_batch >= 1 && limits.max_queue >= 1) return;
  throw std::invalid_argument(
      "a service needs at least one worker, batches of at least one sentence and room for at least "
      "one that waits");
}

/// Makes the job's search end at its deadline.
void watch_deadline(TranslationJob& job) {
  if (job.deadline == nullptr) return;
  auto& goes_on = job.request.watch.goes_on;
  goes_on = [deadline = job.deadline, asked = std::move(goes_on)] {
    return !deadline->is_over() && (!asked || asked());
  };
}

using Kind = std::shared_ptr<const std::string>;

std::unique_ptr<WaitingJob> make_waiting(TranslationJob job, Kind kind) {
  auto waiting = std::make_unique<WaitingJob>();
  watch_deadline(job);
  waiting->kind = std::move(kind);
  waiting->deadline = job.deadline;
  waiting->sentence = std::move(job);
  return waiting;
}

}  // namespace

Batcher::Batcher(Limits limits, ServiceMetrics& metrics)
    : limits_(std::move(limits)), metrics_(metrics), runner_(limits_.max_batch, metrics) {
  check_limits(limits_);
  metrics_.workers = limits_.workers;
  try {
    for (int i = 0; i < limits_.workers; ++i) workers_.emplace_back([this] { work(); });
  } catch (...) {
    stop();
    throw;
  }
}

Batcher::~Batcher() { stop(); }

void Batcher::stop() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  has_jobs_.notify_all();
  has_more_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

std::vector<std::future<TranslationResult>> Batcher::submit(std::vector<TranslationJob> jobs) {
  WaitingJobs waiting;
  std::vector<std::future<TranslationResult>> answers;
  Kind kind;  // of the last job; those of a request share theirs
  const SearchSettings* settings = nullptr;
  const ServedModel* model = nullptr;
  for (TranslationJob& job : jobs) {
    if (job.settings.get() != settings || job.model.get() != model)
      kind = std::make_shared<const std::string>(kind_of(job));
    settings = job.settings.get();
    model = job.model.get();
    waiting.push_back(make_waiting(std::move(job), kind));
    answers.push_back(waiting.back()->result.get_future());
  }
  enqueue(std::move(waiting));
  return answers;
}

std::future<void> Batcher::submit_work(std::function<void()> work,
                                       std::shared_ptr<Deadline> deadline) {
  WaitingJobs jobs;
  jobs.push_back(make_work(std::move(work), std::move(deadline)));
  std::future<void> answer = jobs.front()->done.get_future();
  enqueue(std::move(jobs));
  return answer;
}

std::future<void> Batcher::submit_rest(std::function<void()> work,
                                       std::shared_ptr<Deadline> deadline,
                                       Clock::time_point arrival) {
  WaitingJobs jobs;
  jobs.push_back(make_work(std::move(work), std::move(deadline)));
  jobs.front()->arrival = arrival;
  std::future<void> answer = jobs.front()->done.get_future();
  add_if_they_fit(jobs, SIZE_MAX);
  return answer;
}

std::unique_ptr<WaitingJob> Batcher::make_work(std::function<void()> work,
                                               std::shared_ptr<Deadline> deadline) {
  auto waiting = std::make_unique<WaitingJob>();
  waiting->kind = std::make_shared<const std::string>("work " + std::to_string(num_works_++));
  waiting->deadline = std::move(deadline);
  waiting->work = std::move(work);
  return waiting;
}

void Batcher::enqueue(WaitingJobs jobs) {
  if (jobs.empty()) return;
  for (auto& job : jobs) job->arrival = Clock::now();
  if (add_if_they_fit(jobs, limits_.max_queue)) return;
  ++metrics_.refused;
  throw ApiError(429, "queue_full",
                 "too many sentences are waiting, at most " + std::to_string(limits_.max_queue) +
                     " may: try again later",
                 1);
}

/// If the queue is full, removes the jobs whose deadlines are over.
bool Batcher::add_if_they_fit(WaitingJobs& jobs, size_t max_queue) {
  WaitingJobs late;
  Lock lock(mutex_);
  if (queue_.size() + jobs.size() > max_queue) late = queue_.take_late();
  const bool fits = queue_.size() + jobs.size() <= max_queue;
  if (fits) {
    // Counted together with its jobs: a worker that sees the visit must find them in the queue.
    const auto visit = std::make_shared<CountGuard<size_t>>(num_visits_);
    for (auto& job : jobs) {
      job->visit = visit;
      add(std::move(job));
    }
  }
  metrics_.queued = static_cast<int64_t>(queue_.size());
  lock.unlock();
  for (const auto& job : late) runner_.answer_late(*job);
  return fits;
}

void Batcher::add(std::unique_ptr<WaitingJob> job) {
  const JobQueue::Group& group = queue_.add(std::move(job));
  const bool is_new = !group.is_claimed && group.jobs.size() == 1;
  if (is_new) has_jobs_.notify_one();
  // Wakes workers only if one of them may now start its batch.
  if (is_new || group.jobs.size() >= limits_.max_batch || all_clients_wait())
    has_more_.notify_all();
}

bool Batcher::all_clients_wait() const {
  return limits_.num_clients && limits_.num_clients() <= num_visits_;
}

void Batcher::work() {
  Lock lock(mutex_);
  Clock::time_point free_since = Clock::now();
  while (JobQueue::Group* group = wait_for_jobs(lock)) {
    if (!group->jobs.front()->is_work()) wait_for_more(*group, free_since, lock);
    WaitingJobs jobs = take(*group);
    lock.unlock();
    runner_.run(std::move(jobs));
    free_since = Clock::now();
    lock.lock();
  }
}

/// Returns the next group; null when the batcher ends and no job is left.
JobQueue::Group* Batcher::wait_for_jobs(Lock& lock) {
  JobQueue::Group* group = nullptr;
  ++num_free_;
  has_jobs_.wait(lock, [&] {
    group = queue_.oldest();
    return group != nullptr || ends_;
  });
  --num_free_;
  return group;
}

void Batcher::wait_for_more(JobQueue::Group& group, Clock::time_point free_since, Lock& lock) {
  group.is_claimed = true;
  const auto begin = std::max(group.jobs.front()->arrival, free_since);
  has_more_.wait_until(lock, begin + limits_.max_wait, [&] { return goes_ahead(group); });
}

bool Batcher::goes_ahead(const JobQueue::Group& group) {
  const bool others_need_it = num_free_ == 0 && queue_.oldest() != nullptr;
  return ends_ || group.jobs.size() >= limits_.max_batch || others_need_it || all_clients_wait();
}

/// Takes this worker's share of the group.
WaitingJobs Batcher::take(JobQueue::Group& group) {
  const size_t share = (group.jobs.size() + num_free_) / (1 + num_free_);
  WaitingJobs jobs = queue_.take(group, std::min(share, limits_.max_batch));
  metrics_.queued = static_cast<int64_t>(queue_.size());
  if (queue_.oldest() != nullptr) {
    has_jobs_.notify_one();
    has_more_.notify_all();
  }
  return jobs;
}

}  // namespace dragoman
