#pragma once

namespace dragoman {

/// While it exists, SIGINT, SIGTERM and SIGHUP set a flag that training reads after each update and
/// during validations. A second signal, at least one second later, ends the process at once. A
/// signal that the process ignores stays ignored. There may be several objects.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// Returns the signal's number; 0 if there was none.
  static int received();
};

}  // namespace dragoman
