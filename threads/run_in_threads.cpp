#include "threads/run_in_threads.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "threads/cancellation.h"

namespace dragoman {
namespace {

/// Number of threads that still work.
class Countdown {
 public:
  explicit Countdown(size_t count) : count_(count) {}

  void count_down() {
    const std::lock_guard lock(mutex_);
    if (--count_ == 0) is_zero_.notify_all();
  }

  /// Waits for zero. Meanwhile calls Cancellation::check(), so that the work can be cancelled.
  void wait() {
    std::unique_lock lock(mutex_);
    while (!is_zero_.wait_for(lock, Cancellation::kInterval, [this] { return count_ == 0; })) {
      lock.unlock();
      try {
        Cancellation::check();
      } catch (const Cancelled&) {  // the other threads throw it too, and end
      }
      lock.lock();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable is_zero_;
  size_t count_;
};

/// Appends a thread to `threads`. Throws std::runtime_error if the system starts none.
template <class Work>
void start_thread(std::vector<std::jthread>& threads, const Work& work) {
  try {
    threads.emplace_back(work);
  } catch (const std::system_error& error) {
    throw std::runtime_error(message_without_thread(error));
  }
}

}  // namespace

std::string message_without_thread(const std::system_error& error) {
  return "cannot start a thread: " + error.code().message() +
         ": raise the limits of processes (ulimit -u) and memory (ulimit -v), or lower threads";
}

void run_in_threads(size_t count, const std::function<void(size_t)>& work) {
  std::vector<std::exception_ptr> failures(count);
  const auto guarded_work = [&](size_t number) {
    try {
      Cancellation::check();
      work(number);
    } catch (...) {
      failures[number] = std::current_exception();
    }
  };
  if (count <= 1) {
    if (count == 1) guarded_work(0);
  } else {
    Countdown others(count - 1);
    const std::atomic<bool>* const flag = Cancellation::flag();
    std::vector<std::jthread> threads;
    for (size_t number = 1; number < count; ++number) {
      start_thread(threads, [&, number] {
        Cancellation::inherit(flag);
        guarded_work(number);
        others.count_down();
      });
    }
    guarded_work(0);
    others.wait();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace dragoman
