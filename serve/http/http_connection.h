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

/// What the connections of a server share.
struct HttpShared {
  const HttpLimits limits;
  HttpHandlers handlers;
  std::atomic<size_t> num_connections = 0;  // but for those that are turned away
  std::atomic<size_t> num_active = 0;       // see HttpServer
  std::atomic<size_t> num_requests = 0;     // that are answered
  std::atomic<size_t> num_incoming = 0;     // bytes of requests that are not whole
  std::atomic<bool> drains = false;
  std::atomic<bool> stops = false;
};

/// A connection. All of it runs in the strand of its socket.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(std::shared_ptr<ClientStream> stream, HttpShared& shared);

  /// Answers requests until the connection ends.
  Awaitable<void> serve();
  /// Tells the client that there are too many connections.
  Awaitable<void> turn_away();
  /// Ends waiting that is vain now that the server drains or stops. May be called by any thread.
  void wake();

 private:
  using Clock = ClientStream::Clock;

  Awaitable<bool> wait(bool is_first);
  Awaitable<bool> serve_request();
  Awaitable<bool> receive(RequestParser& parser);
  Awaitable<void> answer(HttpRequest& request, HttpResponse& response);
  Awaitable<bool> goes_on_later();
  Awaitable<bool> send(const HttpRequest& request, HttpResponse& response);
  Awaitable<bool> send_stream(HttpResponse& response, bool is_chunked);
  Awaitable<void> linger();
  Awaitable<ErrorCode> read_some(Clock::time_point deadline);
  Awaitable<bool> write(std::string_view text);
  void look_again();
  bool client_is_gone(bool has_1_0);

  HttpShared& shared_;
  std::shared_ptr<ClientStream> stream_;
  boost::asio::steady_timer later_;  // see goes_on_later
  std::string buffer_;               // received, and not yet read
  std::optional<CountGuard<size_t>> counted_;
  std::optional<CountGuard<size_t>> active_;
  bool is_idle_ = false;     // nothing of a request has come
  bool is_waiting_ = false;  // for what the response still lacks
  bool looks_again_ = false;
  bool has_response_begun_ = false;
  std::optional<Clock::time_point> next_question_;  // see client_is_gone
};

}  // namespace dragoman
