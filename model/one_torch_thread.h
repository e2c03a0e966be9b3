#pragma once

#include <ATen/Parallel.h>

namespace dragoman {

/// Makes LibTorch compute with one thread in the calling thread and in each thread started later.
/// This cannot be undone: a thread reads the number at its first parallel loop in each library,
/// possibly in the middle of its work, and gets the number that any thread set last.
inline void use_one_torch_thread() {
  if (at::get_num_threads() != 1) at::set_num_threads(1);
}

}  // namespace dragoman
