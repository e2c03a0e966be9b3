#pragma once

#include <chrono>
#include <cstddef>

namespace dragoman {

/// How much clients may send and hold, and how long they may take.
struct HttpLimits {
  size_t max_connections = 10000;
  size_t max_requests = 1024;       // that are answered at a time
  size_t max_head = 16384;          // bytes of the request line and all headers
  size_t max_body = 1 << 20;        // bytes
  size_t max_incoming = 256 << 20;  // bytes of all requests that have not come in whole
  std::chrono::milliseconds request_time{10000};     // for a whole request to come in
  std::chrono::milliseconds idle_time{10000};        // between two requests of a connection
  std::chrono::milliseconds write_time{10000};       // without any progress in sending
  std::chrono::milliseconds half_closed_time{1000};  // see HttpConnection::client_is_gone
};

}  // namespace dragoman
