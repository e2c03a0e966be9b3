#pragma once

#include <ATen/Parallel.h>

namespace dragoman {

/// While it lives, LibTorch computes for the thread that made it with `count` threads (0: with as
/// many as before).
class TorchThreadCount {
 public:
  explicit TorchThreadCount(int count) : before_(at::get_num_threads()) { set(count); }
  ~TorchThreadCount() { set(before_); }
  TorchThreadCount(const TorchThreadCount&) = delete;
  TorchThreadCount& operator=(const TorchThreadCount&) = delete;

 private:
  static void set(int count) {
    if (count > 0 && count != at::get_num_threads()) at::set_num_threads(count);
  }

  int before_;
};

}  // namespace dragoman
