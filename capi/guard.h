#pragma once

#include <functional>
#include <string>

#include "capi/dragoman.h"

/// What a call of the C interface failed of.
struct dragoman_error {
  dragoman_code code = DRAGOMAN_FAILED;
  std::string message;
};

namespace dragoman {

/// Runs `work`, lets no exception pass, and gives what went wrong: null if nothing did.
dragoman_error* guarded(const std::function<void()>& work) noexcept;

/// The process that opened a handle. Threads, and locks that they hold, are not copied by fork().
class Opener {
 public:
  /// Throws std::runtime_error in another process than the one that made this; `what` was opened.
  void check(const char* what) const;

 private:
  static int current_process();
  int process_ = current_process();
};

}  // namespace dragoman
