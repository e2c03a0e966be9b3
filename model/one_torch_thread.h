#pragma once

#include <ATen/Parallel.h>

namespace dragoman {

/// From here on LibTorch computes with one thread for the calling thread, and for each thread that
/// begins. There is no way back, since a thread may read LibTorch's number of threads in the middle
/// of its work: it does so at its first parallel loop in each library that has such loops, and
/// finds the number that any thread has set last.
inline void use_one_torch_thread() {
  if (at::get_num_threads() != 1) at::set_num_threads(1);
}

}  // namespace dragoman
