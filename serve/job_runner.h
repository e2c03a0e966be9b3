#pragma once

#include <span>
#include <vector>

#include "serve/job_queue.h"
#include "serve/service_metrics.h"

namespace dragoman {

/// Does jobs, and answers each of them, whatever happens. For several threads at once.
class JobRunner {
 public:
  /// max_batch: with how many sentences a batch counts as full.
  JobRunner(size_t max_batch, ServiceMetrics& metrics) : max_batch_(max_batch), metrics_(metrics) {}

  /// Sentences of one kind, together, or other work, alone.
  void run(WaitingJobs jobs) const;
  /// Answers that the job's time is over.
  void answer_late(WaitingJob& job) const;

 private:
  using JobSpan = std::span<const std::unique_ptr<WaitingJob>>;

  void run_work(WaitingJob& job) const;
  void translate(JobSpan jobs) const;
  std::vector<std::vector<Translation>> translate_together(JobSpan jobs) const;

  size_t max_batch_;
  ServiceMetrics& metrics_;
};

}  // namespace dragoman
