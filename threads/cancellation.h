#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>

namespace dragoman {

/// Thrown by work that was cancelled.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

/// Makes the work of the calling thread cancellable as long as it lives. Once `goes_on` returns
/// false, parallel loops and run_in_threads() of this thread throw Cancelled, and so do those in
/// threads that run_in_threads() started. Only the thread that made this object calls `goes_on`, at
/// most every 20 ms. `goes_on` must not throw; work that it does itself does not call it again. Of
/// several in one thread, only the innermost counts.
class Cancellation {
 public:
  explicit Cancellation(std::function<bool()> goes_on);
  ~Cancellation();
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

  /// Throws Cancelled if the work of the calling thread is cancelled.
  static void check();
  /// Shortest time between two calls of `goes_on`.
  static constexpr std::chrono::milliseconds kInterval{20};

  /// Flag that the calling thread checks; null if its work cannot be cancelled.
  static const std::atomic<bool>* flag();
  /// Makes the calling thread check the flag of the thread that started it.
  static void inherit(const std::atomic<bool>* flag);

 private:
  void ask();

  std::function<bool()> goes_on_;
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  bool asks_ = false;  // goes_on_ is running
  std::atomic<bool> is_cancelled_ = false;
  Cancellation* outer_;
  const std::atomic<bool>* outer_flag_;
};

}  // namespace dragoman
