#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <thread>
#include <vector>

#include "threads/parallel_for.h"

namespace dragoman {

/// The threads that help one thread with its loops.
class Team {
 public:
  Team() = default;
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// As parallel_for(), by `threads` threads, the calling one included.
  void run(int64_t count, int64_t grain, int threads, RangeWork work);

 private:
  /// What one thread begins with. Anyone may take parts of it.
  struct alignas(64) Share {
    std::atomic<int64_t> next = 0;
    int64_t last = 0;
  };

  void add_helpers(int count);
  void forget_helpers_of_parent();
  void divide(int64_t count, int64_t grain, int threads);
  void help(int number);
  void take_parts(int number);
  void take_parts_of(Share& share);
  void open();
  void close();

  // A loop, from open() to close():
  const RangeWork* work_ = nullptr;
  int64_t grain_ = 1;  // numbers of a part
  int num_shares_ = 0;
  std::deque<Share> shares_;
  std::atomic<bool> has_failed_ = false;
  std::exception_ptr failure_;

  std::vector<std::thread> helpers_;
  int num_forks_ = 0;  // before the helpers were started
  // The number of the loop, then whether it is open to helpers, whether they are to end, and how
  // many are in it. What happens in a loop happens between its holder's two changes of this.
  std::atomic<uint32_t> state_ = 0;
};

}  // namespace dragoman
