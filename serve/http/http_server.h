#pragma once

#include <functional>
#include <memory>

#include "serve/api_error.h"
#include "serve/http/http_limits.h"
#include "serve/http_message.h"
#include "serve/listener.h"

namespace dragoman {

class Certificate;

/// Callbacks of a server. Called by several threads at once; they must neither block nor throw.
struct HttpHandlers {
  std::function<void(const HttpRequest&, HttpResponse&)> answer;
  /// Makes the response to a request that could not be read. The request has what was read of its
  /// head.
  std::function<HttpResponse(const HttpRequest&, const ApiError&)> refuse;
  /// Called at the end of each response. `is_sent`: the system has taken all of it for the client.
  /// If false, the request's record has the error if the server itself cut the response off.
  std::function<void(const HttpRequest&, const HttpResponse&, bool is_sent)> end;
};

/// An HTTP/1.1 and 1.0 server on Boost.Asio and Beast. A few threads read and write for all
/// connections, so that an idle or slow client costs only a buffer. A client has a fixed time to
/// send a whole request.
class HttpServer {
 public:
  /// `certificate`: null for connections without TLS; else it must outlive the server.
  explicit HttpServer(const HttpLimits& limits, const Certificate* certificate = nullptr);
  /// Calls stop().
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Starts accepting connections. Call once. Throws std::runtime_error if another program has
  /// taken the address.
  void start(Listener& listener, HttpHandlers handlers);
  /// Number of open connections.
  size_t num_connections() const;
  /// Number of connections whose clients wait for a response, or may send a request soon: they did
  /// something in the last 0.1 seconds.
  size_t num_active() const;
  /// From now on closes each connection after its current response. New connections are accepted,
  /// for one request each, or wait in the sockets that systemd has passed.
  void drain();
  /// Closes all connections, and waits for that, at most a second. Clients that wait for a response
  /// get an error first.
  void stop();

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

}  // namespace dragoman
