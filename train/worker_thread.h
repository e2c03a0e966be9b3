#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <thread>

namespace dragoman {

/// A thread that does one thing at a time, and keeps what libraries hold for a thread between them.
/// Who waits for the other looks for it some ten microseconds before going to sleep: to be woken up
/// takes as long as a small piece of work.
class WorkerThread {
 public:
  WorkerThread() : thread_([this] { run(); }) {}
  ~WorkerThread();
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  /// Begins `work`; the one before must have been waited for.
  void start(std::function<void()> work);
  /// Until the work is done; gives what it threw, if it did.
  std::exception_ptr wait();

 private:
  enum class State { kIdle, kWorking, kOver };

  void run();
  void enter(State state);
  /// Until the state is another one, which is returned.
  State wait_while(State state) const;

  std::atomic<State> state_ = State::kIdle;
  std::function<void()> work_;  // read while working
  std::exception_ptr failure_;  // of the last work
  std::thread thread_;
};

}  // namespace dragoman
