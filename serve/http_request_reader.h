#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/client_socket.h"
#include "serve/http_limits.h"
#include "serve/http_request_head.h"

namespace dragoman {

/// A whole request, as httplib is to read it: with a Content-Length, in place of whatever else the
/// client told the body's end by.
struct HttpRequest {
  std::string text;
  bool is_last = false;  // the connection is to be closed after the response
  bool is_http_1_0 = false;
};

/// Reads the requests of a connection one after the other, each whole before it is worked on. So a
/// client that sends slowly costs a thread for connections and a buffer within limits, nothing
/// else.
class HttpRequestReader {
 public:
  /// `stops` ends all waiting.
  HttpRequestReader(const ClientSocket& socket, const HttpLimits& limits, const WakeEvent& stops)
      : socket_(socket), limits_(limits), stops_(stops) {}

  /// Waits until something of the next request is there, or the input's end; false if nothing came
  /// in time, or before `event`.
  bool wait(std::chrono::milliseconds time, const WakeEvent& event) const;
  /// The next request; none if the client has closed the connection. Throws ApiError, after which
  /// the connection cannot be read any further: 400, 405, 408 if it takes too long, 413, 415, 417,
  /// 431, 503 if the server stops.
  std::optional<HttpRequest> read();

 private:
  std::vector<std::string> read_head();
  std::string read_body(const HttpRequestHead& head);
  std::string read_chunks();
  size_t read_chunk_size();
  std::string read_line(size_t& budget);
  std::string read_bytes(size_t size);
  void invite_body(const HttpRequestHead& head) const;
  bool receive();
  void receive_more();
  std::string_view unread() const { return std::string_view(buffer_).substr(position_); }

  const ClientSocket& socket_;
  const HttpLimits& limits_;
  const WakeEvent& stops_;
  ClientSocket::Clock::time_point deadline_;
  std::string buffer_;
  size_t position_ = 0;  // of what is still unread in the buffer
};

}  // namespace dragoman
