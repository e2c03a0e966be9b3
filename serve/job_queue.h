#pragma once

#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "serve/translation_job.h"

namespace dragoman {

/// A sentence, or other work, waiting for a worker.
struct WaitingJob {
  bool is_work() const { return work != nullptr; }
  bool is_late() const { return deadline != nullptr && deadline->is_over(); }
  /// Set the result. Call one of these, once.
  void give(TranslationResult given);
  void give_done();
  void fail(const std::exception_ptr& error);

  std::shared_ptr<const std::string> kind;  // jobs of the same kind may share a batch
  Clock::time_point arrival;
  std::shared_ptr<Deadline> deadline;
  std::shared_ptr<void> visit;  // shared by all jobs of a request, released when a job is answered
  TranslationJob sentence;
  std::promise<TranslationResult> result;
  std::function<void()> work;  // instead of a sentence
  std::promise<void> done;

 private:
  void tell_done() const;
};

using WaitingJobs = std::vector<std::unique_ptr<WaitingJob>>;

/// Returns a key that is equal for sentences with the same model and settings, which may share a
/// batch.
std::string kind_of(const TranslationJob& job);

/// Waiting jobs, grouped by kind. Not thread-safe: the caller holds the lock.
class JobQueue {
 public:
  /// Jobs of one kind, in order of arrival.
  struct Group {
    std::deque<std::unique_ptr<WaitingJob>> jobs;
    bool is_claimed = false;  // a worker waits for more jobs of this kind
  };

  size_t size() const { return size_; }
  /// Adds a job and returns its group.
  Group& add(std::unique_ptr<WaitingJob> job);
  /// Returns the unclaimed group whose first job arrived first; null if there is none.
  Group* oldest();
  /// Removes and returns the first `most` jobs of a group, and unclaims it. Deletes the group if it
  /// is then empty.
  WaitingJobs take(Group& group, size_t most);
  /// Removes and returns all jobs past their deadlines. Claimed groups may become empty.
  WaitingJobs take_late();

 private:
  std::map<std::string, Group> groups_;
  size_t size_ = 0;
};

}  // namespace dragoman
