#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/count_guard.h"
#include "serve/http/client_stream.h"
#include "serve/http/http_server.h"
#include "serve/http/request_parser.h"

namespace dragoman {

/// State shared by the connections of a server.
struct HttpShared {
  const HttpLimits limits;
  HttpHandlers handlers;
  std::atomic<size_t> num_connections = 0;  // without those that are turned away
  std::atomic<size_t> num_turned_away = 0;  // still open
  std::atomic<size_t> num_active = 0;       // see HttpServer
  std::atomic<size_t> num_incoming = 0;     // bytes of incomplete requests
  std::atomic<size_t> num_outgoing = 0;     // bytes of large unsent responses
  std::atomic<bool> drains = false;
  std::atomic<bool> stops = false;
};

/// A connection. Everything runs in the strand of its socket.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(std::shared_ptr<ClientStream> stream, HttpShared& shared);

  /// Answers requests until the connection ends.
  Awaitable<void> serve();
  /// Responds that there are too many connections; ends one with TLS at once.
  Awaitable<void> turn_away();
  /// Interrupts the waits that a draining or stopping server makes pointless. Thread-safe.
  void wake();

 private:
  using Clock = ClientStream::Clock;

  Awaitable<bool> wait(bool is_first);
  Awaitable<bool> serve_request();
  Awaitable<bool> receive(RequestParser& parser);
  Awaitable<void> answer(HttpRequest& request, HttpResponse& response);
  Awaitable<bool> goes_on_later();
  Awaitable<bool> send(const HttpRequest& request, HttpResponse& response);
  Awaitable<bool> send_stream(const HttpRequest& request, HttpResponse& response);
  Awaitable<void> linger();
  Awaitable<ErrorCode> read_some(Clock::time_point deadline);
  Awaitable<bool> write(std::string_view text);
  void look_again();
  bool client_is_gone(bool has_1_0);

  HttpShared& shared_;
  std::shared_ptr<ClientStream> stream_;
  boost::asio::steady_timer later_;  // see goes_on_later
  std::string buffer_;               // received, not yet parsed
  std::optional<CountGuard<size_t>> counted_;
  std::optional<CountGuard<size_t>> active_;
  bool is_idle_ = false;     // waiting for the first byte of a request
  bool is_waiting_ = false;  // for the rest of the response
  bool looks_again_ = false;
  bool has_response_begun_ = false;
  std::optional<Clock::time_point> next_question_;  // see client_is_gone
};

}  // namespace dragoman
