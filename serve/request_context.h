#pragma once

#include <functional>
#include <optional>

#include "serve/count_guard.h"
#include "serve/request_record.h"

namespace dragoman {

/// The state of a request from its arrival until its response is written. Not thread-safe, except
/// for `wake`: only the thread that answers the request may use it.
struct RequestContext {
  /// Returns true once the client has disconnected. May be called until the response is written.
  std::function<bool()> client_is_gone = [] { return false; };
  /// Call it, in any thread, when a response that takes a while may continue.
  std::function<void()> wake = [] {};
  /// The server is stopping: the next `go_on` must complete the response.
  bool is_given_up = false;
  RequestRecord record = {};
  std::optional<CountGuard<int>> running = {};  // counts this request as running
};

}  // namespace dragoman
