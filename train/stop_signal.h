#pragma once

namespace dragoman {

/// While it lives, SIGINT and SIGTERM set a flag that training looks at after each update; a second
/// one, a second later or more, ends the process at once.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// The signal's number, or 0 if none came.
  static int received();
};

}  // namespace dragoman
