#pragma once

namespace dragoman {

/// Default number of threads: OMP_NUM_THREADS if the environment sets it, else one for each core
/// that this process may run on.
int default_thread_count();

/// Number of threads, including the calling one, that share a parallel loop of the calling thread:
/// that of the innermost ThreadCount, or else the default.
int thread_count();

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
