#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>

namespace dragoman {

/// Thrown by work that its caller no longer wants.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

/// While it lives, what the thread that made it computes may be cancelled: parallel loops and
/// run_in_threads() of this thread, and of those that run_in_threads() starts, throw Cancelled once
/// `goes_on` has said no. `goes_on` is asked in the thread that made this, at most every 20 ms. It
/// must not throw. Of several in a thread the innermost counts.
class Cancellation {
 public:
  explicit Cancellation(std::function<bool()> goes_on);
  ~Cancellation();
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

  /// Throws Cancelled if the work of the calling thread is cancelled.
  static void check();
  /// How often `goes_on` is asked at most.
  static constexpr std::chrono::milliseconds kInterval{20};

  /// What the calling thread looks at; null: nobody cancels its work.
  static const std::atomic<bool>* flag();
  /// From now on the calling thread looks at the flag of the thread that started it.
  static void inherit(const std::atomic<bool>* flag);

 private:
  void ask();

  std::function<bool()> goes_on_;
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  std::atomic<bool> is_cancelled_ = false;
  Cancellation* outer_;
  const std::atomic<bool>* outer_flag_;
};

}  // namespace dragoman
