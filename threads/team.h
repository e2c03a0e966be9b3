#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <thread>
#include <vector>

#include "threads/parallel_for.h"

namespace dragoman {

/// A thread and the helper threads of its loops.
class Team {
 public:
  Team() = default;
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// As parallel_for(), with `threads` threads, including the calling one.
  void run(int64_t count, int64_t grain, int threads, RangeWork work);

 private:
  /// The numbers with which one thread begins. Any thread may take parts of it.
  struct alignas(64) Share {
    std::atomic<int64_t> next = 0;
    int64_t last = 0;
  };

  int add_helpers(int count);
  void forget_helpers_of_parent();
  void divide(int64_t count, int64_t grain, int threads);
  void help(int number);
  void take_parts(int number);
  void take_parts_of(Share& share);
  void open();
  void close();

  // State of a loop, valid from open() to close():
  const RangeWork* work_ = nullptr;
  int64_t grain_ = 1;  // size of a part
  int num_shares_ = 0;
  std::deque<Share> shares_;
  std::atomic<bool> has_failed_ = false;
  std::exception_ptr failure_;

  std::vector<std::thread> helpers_;
  int num_forks_ = 0;  // when the helpers were started
  // From the highest bits: number of the loop, whether helpers may enter, whether helpers must end,
  // number of helpers inside. Its changes in open() and close() order the loop's memory accesses.
  std::atomic<uint32_t> state_ = 0;
};

}  // namespace dragoman
