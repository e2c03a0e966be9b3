#pragma once

#include <functional>
#include <optional>

#include "serve/count_guard.h"
#include "serve/request_record.h"

namespace dragoman {

/// What belongs to a request from when it has come in until its response is written. Not
/// thread-safe, but for `wake`: only what answers the request uses it.
struct RequestContext {
  /// True once the client has gone. May be called until the response is written.
  std::function<bool()> client_is_gone = [] { return false; };
  /// To be called, by any thread and at any time, when a response that takes a while may go on.
  std::function<void()> wake = [] {};
  /// The server stops: the response must be complete when it next goes on.
  bool is_given_up = false;
  RequestRecord record = {};
  std::optional<CountGuard<int>> running = {};  // counts this request as one that runs
};

}  // namespace dragoman
