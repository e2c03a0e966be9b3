#pragma once

#include <functional>
#include <string>

#include "capi/dragoman.h"

/// The error of a call of the C interface.
struct dragoman_error {
  dragoman_code code = DRAGOMAN_FAILED;
  std::string message;
};

namespace dragoman {

/// Runs `work` and converts an exception to an error; returns null if there was none.
dragoman_error* guarded(const std::function<void()>& work) noexcept;

/// The process that opened a handle. fork() copies no threads, and locks that they hold
/// stay locked.
class Opener {
 public:
  /// Throws std::runtime_error unless called in the process that made this object. `what`: name of
  /// the handle.
  void check(const char* what) const;

 private:
  static int current_process();
  int process_ = current_process();
};

}  // namespace dragoman
