#pragma once

#include <atomic>

namespace dragoman {

/// A flag that a thread can wait for together with a socket: once it is set, its descriptor is
/// readable, and stays so.
class WakeEvent {
 public:
  /// Throws std::runtime_error if the system has no descriptor left.
  WakeEvent();
  ~WakeEvent();
  WakeEvent(const WakeEvent&) = delete;
  WakeEvent& operator=(const WakeEvent&) = delete;

  /// May be called in a signal handler.
  void set();
  bool is_set() const { return is_set_; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  std::atomic<bool> is_set_ = false;
};

}  // namespace dragoman
