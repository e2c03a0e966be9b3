#pragma once

namespace dragoman {

/// How many threads a program takes that was not told: OMP_NUM_THREADS where the environment has
/// it, else one for each core of the processor that this process may run on.
int default_thread_count();

/// Among how many threads, itself included, the calling thread shares the work of a parallel loop:
/// as many as the innermost ThreadCount says, or as many as are the default.
int thread_count();

/// While it lives, the thread that made it computes with `count` threads (0: with as many as
/// before).
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
