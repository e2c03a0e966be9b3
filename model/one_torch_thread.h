#pragma once

#include <ATen/Parallel.h>

namespace dragoman {

/// From here on LibTorch computes with one thread for the calling thread, and for each thread that
/// begins. There is no way back: a thread takes the number that was set last by any thread, and
/// does so at its first loop within each of the libraries that have such loops, in the middle of
/// its work.
inline void use_one_torch_thread() {
  if (at::get_num_threads() != 1) at::set_num_threads(1);
}

}  // namespace dragoman
