#include "threads/cancellation.h"

#include <utility>

namespace dragoman {
namespace {

thread_local Cancellation* innermost = nullptr;  // the innermost one made by this thread
thread_local const std::atomic<bool>* flag_of_this_thread = nullptr;

}  // namespace

Cancellation::Cancellation(std::function<bool()> goes_on)
    : goes_on_(std::move(goes_on)),
      outer_(std::exchange(innermost, this)),
      outer_flag_(std::exchange(flag_of_this_thread, &is_cancelled_)) {}

Cancellation::~Cancellation() {
  innermost = outer_;
  flag_of_this_thread = outer_flag_;
}

void Cancellation::ask() {
  const auto now = std::chrono::steady_clock::now();
  if (is_cancelled_ || asks_ || now - asked_ < kInterval) return;
  // Resets the state when goes_on_ has returned or thrown.
  struct Asking {
    explicit Asking(Cancellation& of) : cancellation(of) { cancellation.asks_ = true; }
    ~Asking() {
      cancellation.asks_ = false;
      cancellation.asked_ = std::chrono::steady_clock::now();
    }
    Cancellation& cancellation;
  };
  const Asking asking(*this);
  if (!goes_on_()) is_cancelled_ = true;
}

void Cancellation::check() {
  if (flag_of_this_thread == nullptr) return;
  if (innermost != nullptr) innermost->ask();
  if (flag_of_this_thread->load(std::memory_order_relaxed)) throw Cancelled();
}

const std::atomic<bool>* Cancellation::flag() { return flag_of_this_thread; }

void Cancellation::inherit(const std::atomic<bool>* flag) { flag_of_this_thread = flag; }

}  // namespace dragoman
