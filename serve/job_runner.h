#pragma once

#include <span>
#include <vector>

#include "serve/job_queue.h"
#include "serve/service_metrics.h"

namespace dragoman {

/// Runs jobs and sets a result or an error for each. Thread-safe.
class JobRunner {
 public:
  /// max_batch: the number of sentences in a full batch.
  JobRunner(size_t max_batch, ServiceMetrics& metrics) : max_batch_(max_batch), metrics_(metrics) {}

  /// Runs sentences of one kind as a batch, or one job of other work.
  void run(WaitingJobs jobs) const;
  /// Sets the error for a job past its deadline, or cancelled.
  void answer_late(WaitingJob& job) const;

 private:
  using JobSpan = std::span<const std::unique_ptr<WaitingJob>>;

  /// True if a job still has time.
  static bool goes_on(JobSpan jobs);
  void run_work(WaitingJob& job) const;
  void translate(JobSpan jobs) const;
  std::vector<TranslationResult> translate_together(JobSpan jobs) const;

  size_t max_batch_;
  ServiceMetrics& metrics_;
};

}  // namespace dragoman
