#pragma once

#include <ATen/Parallel.h>

namespace dragoman {

/// While it lives, the thread that made it computes with `count` threads (0: with as many as
/// before).
class ThreadCount {
 public:
  explicit ThreadCount(int count) : before_(at::get_num_threads()) { set(count); }
  ~ThreadCount() { set(before_); }
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  static void set(int count) {
    if (count > 0 && count != at::get_num_threads()) at::set_num_threads(count);
  }

  int before_;
};

}  // namespace dragoman
