#pragma once

#include <httplib.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "serve/api_error.h"
#include "serve/client_socket.h"
#include "serve/connection_threads.h"
#include "serve/http_limits.h"
#include "serve/http_refusal.h"
#include "serve/http_request_reader.h"
#include "serve/request_context.h"
#include "serve/wake_event.h"

namespace dragoman {

/// cpp-httplib's server, with the limits that it lacks: a client has a fixed time to send the whole
/// of a request, head and body, however slowly it drips; heads and bodies (chunked ones, too) have
/// a greatest size; and only so many connections are held at a time, a thread each. Requests that
/// can be understood in two ways are refused before httplib sees them.
class HttpServer : public httplib::Server {
 public:
  using Limits = HttpLimits;
  using RefusalHandler = std::function<void(const ApiError&)>;

  explicit HttpServer(const Limits& limits);
  ~HttpServer() override;

  /// These stand in for httplib's: no error of a single connection ends listening, stop() may
  /// come before listening begins and from a signal handler, and it closes idle connections at
  /// once. False if no address is bound.
  bool listen_after_bind();
  bool listen(const std::string& host, int port, int socket_flags = 0) = delete;
  bool is_running() const { return is_listening_; }
  void stop();

  /// Connections that are open now.
  size_t num_connections() const { return threads_.num_busy(); }
  /// From now on connections are closed after the response that they are waiting for. New ones are
  /// still taken, for one request each.
  void drain() { drains_.set(); }
  /// Is called, by any thread, for each request that is refused before there is an httplib::Request
  /// to log: malformed, too large or too slow ones, and connections above max_connections.
  void set_refusal_handler(RefusalHandler handler) { refusal_handler_ = std::move(handler); }

 private:
  void wait_for_connections(int listener) const;
  void accept_connections(int listener);
  void take_connection(int descriptor);
  bool process_and_close_socket(socket_t descriptor) override;
  void serve_connection(const ClientSocket& socket);
  bool wait_for_request(const HttpRequestReader& reader, bool is_first) const;
  std::optional<HttpRequest> read_request(const ClientSocket& socket,
                                          HttpRequestReader& reader) const;
  bool serve_request(const ClientSocket& socket, HttpRequest request, bool is_last);
  void tell_refusal(const ApiError& error) const;

  Limits limits_;
  RefusalHandler refusal_handler_;
  WakeEvent drains_;
  WakeEvent stops_;
  std::atomic<bool> is_listening_ = false;
  RefusedClients refused_;
  ConnectionThreads threads_;
};

/// The context of a request that an HttpServer passes to its handlers. Null if httplib refuses the
/// request's head (400, 414, 416): no route sees such a request, but the logger does.
std::shared_ptr<RequestContext> context_of(const httplib::Request& request);

}  // namespace dragoman
