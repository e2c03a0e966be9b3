#include "serve/job_runner.h"

#include <algorithm>

#include "serve/api_error.h"
#include "serve/count_guard.h"

namespace dragoman {

void JobRunner::run(WaitingJobs jobs) const {
  const CountGuard busy(metrics_.busy_workers);
  const auto late = std::stable_partition(jobs.begin(), jobs.end(),
                                          [](const auto& job) { return !job->is_late(); });
  for (auto job = late; job != jobs.end(); ++job) answer_late(**job);
  jobs.erase(late, jobs.end());
  if (!jobs.empty() && jobs.front()->is_work()) {
    run_work(*jobs.front());
  } else if (!jobs.empty()) {
    translate(jobs);
  }
}

void JobRunner::run_work(WaitingJob& job) const {
  try {
    job.work();
  } catch (...) {
    return job.fail(std::current_exception());
  }
  if (job.is_late()) return answer_late(job);
  job.give_done();
}

/// Halves a failing batch until each failing sentence is alone.
void JobRunner::translate(JobSpan jobs) const {
  std::vector<std::vector<Translation>> found;
  std::exception_ptr error;
  try {
    found = translate_together(jobs);
  } catch (...) {
    error = std::current_exception();
  }
  if (error && jobs.size() > 1) {
    for (const auto& job : jobs) job->sentence.on_retry();
    translate(jobs.first(jobs.size() / 2));
    return translate(jobs.subspan(jobs.size() / 2));
  }
  for (size_t i = 0; i < jobs.size(); ++i) {
    if (jobs[i]->is_late()) {
      answer_late(*jobs[i]);
    } else if (error) {
      jobs[i]->fail(error);
    } else {
      jobs[i]->give(std::move(found[i]));
    }
  }
}

std::vector<std::vector<Translation>> JobRunner::translate_together(JobSpan jobs) const {
  const TranslationJob& first = jobs.front()->sentence;
  std::vector<TranslationRequest> requests;
  for (const auto& job : jobs) requests.push_back(job->sentence.request);
  TranslationCounts counts;
  const auto begin = Clock::now();
  auto found = first.model->translator().translate_n_best(requests, first.settings, &counts);
  const std::chrono::duration<double> seconds = Clock::now() - begin;
  metrics_.count_batch(jobs.size(), max_batch_, seconds.count(), counts.source_tokens,
                       counts.target_tokens);
  return found;
}

void JobRunner::answer_late(WaitingJob& job) const {
  if (!job.deadline->is_cancelled()) metrics_.count_timeout();
  job.fail(std::make_exception_ptr(
      ApiError(504, "timeout", "the request's time was over before its work was done")));
}

}  // namespace dragoman
