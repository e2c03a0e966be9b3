#pragma once

#include <cstddef>
#include <cstdint>

namespace dragoman {

/// Default number of threads: OMP_NUM_THREADS if the environment sets it, else one for each core
/// that this process may run on, but no more than the quota of its control group, as of a
/// container, allows.
int default_thread_count();

/// Number of threads, including the calling one, that share a parallel loop of the calling thread:
/// that of the innermost ThreadCount, or else the default.
int thread_count();

/// Number of threads for an option: `threads`, or thread_count() if it is 0.
size_t threads_or_default(int64_t threads);

/// Makes the calling thread compute with `count` threads as long as it lives (0: no change).
class ThreadCount {
 public:
  explicit ThreadCount(int count);
  ~ThreadCount();
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  int before_;
};

}  // namespace dragoman
