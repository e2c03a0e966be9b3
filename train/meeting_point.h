#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "train/join_processes.h"

#ifdef DRAGOMAN_WITH_C10D
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace dragoman {

/// The data in c10d's store about the processes of a run: who they are, and why one failed. Every
/// call may hang while process 0 does not answer; see result_within().
class MeetingPoint {
 public:
  using Store = c10::intrusive_ptr<c10d::Store>;

  /// Opens the store. Process 0 hosts it unless torchrun does; the others wait for it. Throws
  /// std::runtime_error if the port is in use, or if nothing listens there in time.
  MeetingPoint(const ProcessPlace& place, const JoinOptions& options);

  /// Waits until all processes have joined. Throws std::runtime_error that names the missing
  /// processes, or the fault of one that joined.
  void meet();
  /// Returns the numeric address at which the others reach this machine.
  std::string own_address() const;
  /// Returns "process 2 (node7, pid 1234)".
  std::string name_of(int rank) const;

  /// Stores why the processes cannot continue. Returns the first reason that any process stored.
  std::string note_failure(const std::string& reason);
  /// Returns the stored reason; "" if there is none within `time`.
  std::string failure_within(std::chrono::milliseconds time);
  /// In the process that hosts the store, waits until all processes have read the reason, but for
  /// those that did not come in time. Waits for `time` at most; returns at once in the others.
  void wait_for_readers(std::chrono::milliseconds time);

  const Store& store() const { return store_; }

 private:
  std::string job() const;
  void check_job();
  void come();
  /// Waits until the store has the keys. Returns false if there is a newer generation of them.
  bool wait_for(const std::vector<std::string>& keys);
  int64_t newest_generation();
  bool meet_in_generation(const std::vector<std::string>& keys);
  void throw_if_refused();
  [[noreturn]] void end_with(const std::string& reason);
  std::vector<int> missing_ranks();
  std::string missing_processes();
  [[noreturn]] void refuse(const std::string& reason);
  void count_as_reader();
  bool all_have_read();

  ProcessPlace place_;
  JoinOptions options_;
  std::chrono::steady_clock::time_point until_;
  Store all_keys_;
  int64_t generation_;                  // of the keys that this process uses
  Store store_;                         // the keys of the generation
  std::string own_;                     // host and process id, as in name_of()
  std::string own_key_;                 // exists once process 0 has accepted this process
  std::vector<std::string> members_;    // own_ of every process
  std::vector<std::string> addresses_;  // of each process, towards process 0
  bool has_read_ = false;               // the reason why the processes cannot continue
};

/// Returns "process 2 of 4".
std::string process_of(const ProcessPlace& place);

/// Returns the address and port of process 0, such as "node1:29500".
std::string meeting_address(const ProcessPlace& place);

/// Returns text such as "1.5 seconds".
std::string seconds_as_text(std::chrono::milliseconds time);

}  // namespace dragoman

#endif
