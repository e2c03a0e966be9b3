#include "serve/job_runner.h"

#include <algorithm>

#include "serve/api_error.h"
#include "serve/count_guard.h"
#include "threads/cancellation.h"

namespace dragoman {
namespace {

/// `counts`: those of the batch whose translations are `found`. A document is alone in its batch.
std::vector<TranslationResult> results_of(std::vector<std::vector<Translation>> found,
                                          const TranslationCounts& counts) {
  std::vector<TranslationResult> results;
  for (auto& translations : found) {
    const auto tokens = static_cast<int64_t>(translations.front().tokens.size());
    results.push_back({std::move(translations), found.size() == 1 ? counts.target_tokens : tokens});
  }
  for (const size_t i : counts.split_lines) results[i].in_parts = true;
  for (const TranslationNote& note : counts.notes) results[note.document].notes.push_back(note);
  return results;
}

}  // namespace

bool JobRunner::goes_on(JobSpan jobs) {
  return std::any_of(jobs.begin(), jobs.end(), [](const auto& job) { return !job->is_late(); });
}

void JobRunner::run(WaitingJobs jobs) const {
  const CountGuard busy(metrics_.busy_workers);
  const auto late = std::stable_partition(jobs.begin(), jobs.end(),
                                          [](const auto& job) { return !job->is_late(); });
  for (auto job = late; job != jobs.end(); ++job) answer_late(**job);
  jobs.erase(late, jobs.end());
  if (jobs.empty()) return;
  if (jobs.front()->is_work()) return run_work(*jobs.front());
  if (jobs.front()->sentence.settings->document == DocumentFormat::kNone) return translate(jobs);
  // Only the counts of a whole batch are known, so each document is a batch.
  for (auto& job : jobs) translate({&job, 1});
}

void JobRunner::run_work(WaitingJob& job) const {
  try {
    const Cancellation cancellation([&] { return !job.is_late(); });
    job.work();
  } catch (const Cancelled&) {
    return answer_late(job);
  } catch (...) {
    return job.fail(std::current_exception());
  }
  if (job.is_late()) return answer_late(job);
  job.give_done();
}

/// Halves a failing batch until each failing sentence is alone.
void JobRunner::translate(JobSpan jobs) const {
  std::vector<TranslationResult> results;
  std::exception_ptr error;
  try {
    results = translate_together(jobs);
  } catch (...) {
    error = std::current_exception();
  }
  if (error && jobs.size() > 1 && goes_on(jobs)) {
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
      jobs[i]->give(std::move(results[i]));
    }
  }
}

std::vector<TranslationResult> JobRunner::translate_together(JobSpan jobs) const {
  const TranslationJob& first = jobs.front()->sentence;
  std::vector<TranslationRequest> requests;
  for (const auto& job : jobs) requests.push_back(job->sentence.request);
  TranslationCounts counts;
  const auto begin = Clock::now();
  const Cancellation cancellation([=] { return goes_on(jobs); });
  auto found = first.model->translator().translate_n_best(requests, *first.settings, &counts);
  const std::chrono::duration<double> seconds = Clock::now() - begin;
  metrics_.count_batch(jobs.size(), max_batch_, seconds.count(), counts.source_tokens,
                       counts.target_tokens);
  return results_of(std::move(found), counts);
}

void JobRunner::answer_late(WaitingJob& job) const {
  if (!job.deadline->is_cancelled()) metrics_.count_timeout();
  job.fail(std::make_exception_ptr(
      ApiError(504, "timeout", "the request's time was over before its work was done")));
}

}  // namespace dragoman
