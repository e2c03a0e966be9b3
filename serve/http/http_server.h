#pragma once

#include <functional>
#include <memory>

#include "serve/api_error.h"
#include "serve/http/http_limits.h"
#include "serve/http_message.h"
#include "serve/listener.h"

namespace dragoman {

class Certificate;

/// What a server does with requests. Called by several threads at once; none of it may wait, nor
/// throw.
struct HttpHandlers {
  std::function<void(const HttpRequest&, HttpResponse&)> answer;
  /// The response to what is no request that could be answered.
  std::function<HttpResponse(const ApiError&)> refuse;
  /// The response was sent, or its client is gone.
  std::function<void(const HttpRequest&, const HttpResponse&)> end;
};

/// A server of HTTP/1.1 and 1.0, on Boost.Asio and Beast. A few threads read and write for all
/// connections, so that clients that are silent, or send and read slowly, cost a buffer and nothing
/// else. A client has a fixed time to send the whole of a request.
class HttpServer {
 public:
  using Limits = HttpLimits;

  /// `certificate`: null for connections that are not encrypted; else it must outlive the server.
  explicit HttpServer(const HttpLimits& limits, const Certificate* certificate = nullptr);
  /// Stops.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Takes connections, once. Throws std::runtime_error if the address is taken.
  void start(Listener& listener, HttpHandlers handlers);
  /// Connections that are open now.
  size_t num_connections() const;
  /// Those whose clients wait for a response, or may be about to ask: they did less than 0.1
  /// seconds ago.
  size_t num_active() const;
  /// From now on connections are closed after the response that they are waiting for. New ones are
  /// still taken, for one request each.
  void drain();
  /// Closes all connections, of which those that wait for a response are told so, and waits for
  /// that: a second at most.
  void stop();

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

}  // namespace dragoman
