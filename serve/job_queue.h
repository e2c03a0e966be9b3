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

/// A sentence, or other work, that waits for a worker.
struct WaitingJob {
  bool is_work() const { return work != nullptr; }
  bool is_late() const { return deadline != nullptr && deadline->is_over(); }
  /// Answers; once only.
  void give(std::vector<Translation> found);
  void give_done();
  void fail(const std::exception_ptr& error);

  std::string kind;  // sentences of the same kind may be translated together
  Clock::time_point arrival;
  std::shared_ptr<Deadline> deadline;
  std::shared_ptr<void> visit;  // all jobs of a request hold it until they are answered
  TranslationJob sentence;
  std::promise<std::vector<Translation>> translations;
  std::function<void()> work;  // in place of a sentence
  std::promise<void> done;

 private:
  void tell_done() const;
};

using WaitingJobs = std::vector<std::unique_ptr<WaitingJob>>;

/// Equal for sentences that may be translated together: of the same model, with the same settings.
std::string kind_of(const TranslationJob& job);

/// The jobs that wait, by kind. Who calls it sees to it that no two threads do at once.
class JobQueue {
 public:
  /// Jobs of one kind, in the order in which they came.
  struct Group {
    std::deque<std::unique_ptr<WaitingJob>> jobs;
    bool is_claimed = false;  // a worker waits for more of them
  };

  size_t size() const { return size_; }
  /// Gives the job's group.
  Group& add(std::unique_ptr<WaitingJob> job);
  /// Of the groups that no worker has claimed, the one whose first job came first; null: none.
  Group* oldest();
  /// The first `most` jobs of a claimed group, which is claimed no longer and, if that was all,
  /// gone.
  WaitingJobs take(Group& group, size_t most);
  /// All jobs whose deadlines are over. Groups that are claimed may become empty.
  WaitingJobs take_late();

 private:
  std::map<std::string, Group> groups_;
  size_t size_ = 0;
};

}  // namespace dragoman
