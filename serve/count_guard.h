#pragma once

#include <atomic>

namespace dragoman {

/// Adds one to `count`, and subtracts it in the destructor. `count` must outlive this object.
template <class Number>
class CountGuard {
 public:
  explicit CountGuard(std::atomic<Number>& count) : count_(count) { ++count_; }
  ~CountGuard() { --count_; }
  CountGuard(const CountGuard&) = delete;
  CountGuard& operator=(const CountGuard&) = delete;

 private:
  std::atomic<Number>& count_;
};

}  // namespace dragoman
