#pragma once

#include <string>
#include <vector>

#include "train/join_processes.h"

#ifdef DRAGOMAN_WITH_C10D
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace dragoman {

/// What c10d's store has of the processes that train together: who they are, and why one gave up.
/// Everything in it may hang while process 0 does not answer; see result_within().
class MeetingPoint {
 public:
  using Store = c10::intrusive_ptr<c10d::Store>;

  /// Opens the store, which process 0 has unless torchrun does, and waits for it until it is there.
  /// Throws std::runtime_error if the port is in use, or nothing listens there in time.
  MeetingPoint(const ProcessPlace& place, std::chrono::milliseconds time);

  /// Waits until all processes have come. Throws std::runtime_error naming those who have not, or
  /// what is wrong with one that has.
  void meet();
  /// The address of this machine at which the others reach it, in digits.
  std::string own_address() const;
  /// "process 2 (node7, pid 1234)".
  std::string name_of(int rank) const;

  /// Notes why the processes cannot go on. Returns what the first who did so has noted.
  std::string note_failure(const std::string& reason);
  /// What was noted; "" if nothing is within `time`.
  std::string failure_within(std::chrono::milliseconds time);
  /// Has the process whose store it is wait until all have read what was noted.
  void wait_for_readers(std::chrono::milliseconds time);

  const Store& store() const { return store_; }

 private:
  std::string job() const;
  void check_job();
  void come();
  void wait_for(const std::vector<std::string>& keys);
  void throw_if_refused();
  std::string missing_processes();
  [[noreturn]] void refuse(const std::string& reason);
  void count_as_reader();

  ProcessPlace place_;
  std::chrono::milliseconds time_;  // to join
  std::chrono::steady_clock::time_point until_;
  Store store_;
  std::string own_;                     // host and process, as in names
  std::vector<std::string> members_;    // the same of all
  std::vector<std::string> addresses_;  // of each towards process 0
  bool has_read_ = false;               // why the processes cannot go on
};

/// "1.5 seconds".
std::string seconds_as_text(std::chrono::milliseconds time);

}  // namespace dragoman

#endif
