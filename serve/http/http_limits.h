#pragma once

#include <chrono>
#include <cstddef>

namespace dragoman {

/// Limits of what clients may send and hold, and of their time.
struct HttpLimits {
  size_t max_connections = 10000;
  size_t max_head = 16384;                           // bytes of the request line and all headers
  size_t max_body = 1 << 20;                         // bytes
  size_t max_incoming = 256 << 20;                   // bytes of all incomplete requests
  size_t max_outgoing = 256 << 20;                   // bytes of all large unsent responses
  std::chrono::milliseconds request_time{10000};     // to receive a whole request
  std::chrono::milliseconds idle_time{10000};        // between two requests on a connection
  std::chrono::milliseconds write_time{10000};       // without progress in sending
  size_t least_rate = 32 << 10;                      // bytes a second, after write_time
  std::chrono::milliseconds half_closed_time{1000};  // see HttpConnection::client_is_gone
};

}  // namespace dragoman
