#pragma once

#include <chrono>
#include <cstddef>

namespace dragoman {

/// How much a client may send and hold, and how long it may take.
struct HttpLimits {
  size_t max_connections = 256;
  size_t max_head = 16384;  // bytes of the request line and all headers
  size_t max_body = 1 << 20;
  std::chrono::milliseconds request_time{10000};     // for a whole request to come in
  std::chrono::milliseconds idle_time{10000};        // between two requests of a connection
  std::chrono::milliseconds write_time{10000};       // without any progress in sending
  std::chrono::milliseconds half_closed_time{1000};  // see HttpStream::client_is_gone
};

}  // namespace dragoman
