#pragma once

#include <functional>
#include <optional>

#include "serve/count_guard.h"
#include "serve/request_record.h"

namespace dragoman {

/// What belongs to a request from when httplib has parsed its head until its response is written.
/// Not thread-safe: only the connection's thread uses it.
struct RequestContext {
  /// True once the client has gone. May be called until the response is written.
  std::function<bool()> client_is_gone;
  RequestRecord record = {};
  std::optional<CountGuard<int>> running = {};  // counts this request as one that runs
};

}  // namespace dragoman
