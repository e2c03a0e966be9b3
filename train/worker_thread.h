#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace dragoman {

/// A thread that does one thing at a time, and keeps what libraries hold for a thread between them.
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
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> work_;  // to be done; none: there is nothing to do
  std::exception_ptr failure_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace dragoman
