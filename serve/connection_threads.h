#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace dragoman {

/// Threads for connections, one each. They are made when they are needed; few are kept without
/// work, since each holds memory.
class ConnectionThreads {
 public:
  explicit ConnectionThreads(size_t max_threads) : max_threads_(max_threads) {}
  ~ConnectionThreads() { join(); }
  ConnectionThreads(const ConnectionThreads&) = delete;
  ConnectionThreads& operator=(const ConnectionThreads&) = delete;

  /// Runs `task` in a thread that does nothing else meanwhile; false, and nothing is run, if all
  /// are busy or the system gives no more threads. `task` must not throw.
  bool run(std::function<void()> task);
  size_t num_busy() const;
  /// Waits until all work is done; from then on nothing is run.
  void join();

 private:
  using Threads = std::list<std::thread>;

  void start_thread();
  void work(Threads::iterator self);
  bool has_too_many_idle() const { return threads_.size() - num_busy_ > kMaxIdle; }

  static constexpr size_t kMaxIdle = 8;
  size_t max_threads_;
  mutable std::mutex mutex_;
  std::condition_variable has_work_;
  std::deque<std::function<void()>> waiting_;
  size_t num_busy_ = 0;  // threads that work, and work that waits for a thread to wake up
  bool ends_ = false;
  Threads threads_;
  Threads ended_;  // about to return, to be joined
};

}  // namespace dragoman
