#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "catch.h"
#include "serve/api_response.h"
#include "serve/http/http_server.h"

/// Limits that tests can wait for, and that a slow machine does not reach by chance.
inline dragoman::HttpLimits patient_limits() {
  dragoman::HttpLimits limits;
  limits.max_connections = 8;
  limits.max_head = 1000;
  limits.max_body = 1000;
  return limits;
}

/// Waits until `is_true`; false if it does not become so.
inline bool eventually(const std::function<bool()>& is_true) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_true()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// A server that says what it was asked, while it lives.
struct RunningHttpServer {
  explicit RunningHttpServer(const dragoman::HttpLimits& limits = patient_limits())
      : server(limits) {
    port = listener.port();
    REQUIRE(port > 0);
    server.start(
        listener,
        {.answer = [this](const auto& request, auto& response) { answer(request, response); },
         .refuse = [this](const auto& request,
                          const auto& error) { return refuse(request, error); },
         .end = [this](const auto& request, const auto&, bool is_sent) { end(request, is_sent); }});
  }
  ~RunningHttpServer() {
    may_answer = true;
    server.stop();
  }

  void answer(const dragoman::HttpRequest& request, dragoman::HttpResponse& response) {
    if (request.path == "/echo") return echo(request, response);
    if (request.path == "/wait") return wait(request, response);
    if (request.path == "/stream") return stream(response);
    if (request.path == "/pieces") return send_pieces(response);
    response.status = request.path == "/large" ? 200 : 404;
    response.set_content(std::string(response.status == 200 ? 64 << 20 : 0, 'x'), "text/plain");
  }

  dragoman::HttpResponse refuse(const dragoman::HttpRequest& request,
                                const dragoman::ApiError& error) {
    last_refusal = error.status();
    dragoman::HttpResponse response;
    dragoman::set_error(response, error);
    response.set_header("X-Refused", request.method + " " + request.path);
    response.set_header("X-Seen", request.headers.get("X-Sent"));
    return response;
  }

  void end(const dragoman::HttpRequest& request, bool is_sent) {
    last_late_error = request.context->record.late_error;  // first: tests wait for num_lost
    num_lost += is_sent ? 0 : 1;
  }

  void echo(const dragoman::HttpRequest& request, dragoman::HttpResponse& response) {
    ++num_handled;
    response.set_content(request.method + " [" + request.body + "]", "text/plain");
    response.set_header("X-Seen", request.headers.get("X-Sent"));
    response.set_header("X-Address", request.client);
  }

  /// Sends "123" in three pieces.
  static void stream(dragoman::HttpResponse& response) {
    response.is_stream = true;
    response.go_on = [number = 0](auto& streamed) mutable {
      streamed.body = std::to_string(++number);
      return number == 3;
    };
  }

  /// Sends pieces without end.
  void send_pieces(dragoman::HttpResponse& response) {
    response.is_stream = true;
    response.go_on = [this](auto& streamed) {
      streamed.body.assign(kPiece, 'x');
      ++num_pieces;
      return false;
    };
  }

  /// Answers once it may, or the client is gone.
  void wait(const dragoman::HttpRequest& request, dragoman::HttpResponse& response) {
    ++num_waiting;
    response.set_content("waited", "text/plain");
    response.go_on = [this, context = request.context](auto& answered) {
      if (context->is_given_up) answered.status = 503;
      return may_answer || context->is_given_up || (has_seen_client_go = context->client_is_gone());
    };
  }

  static constexpr int kPiece = 1 << 16;  // bytes

  dragoman::Listener listener{"", "127.0.0.1", 0};
  dragoman::HttpServer server;
  int port = 0;
  std::atomic<int> num_handled = 0;
  std::atomic<int> num_waiting = 0;
  std::atomic<int> num_pieces = 0;
  std::atomic<int> num_lost = 0;  // responses that clients did not get
  std::atomic<int> last_late_error = 0;
  std::atomic<int> last_refusal = 0;
  std::atomic<bool> may_answer = false;
  std::atomic<bool> has_seen_client_go = false;
};

inline std::string get(const std::string& headers = "") {
  return "GET /echo HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
}

inline std::string post(const std::string& headers, const std::string& body,
                        const std::string& path = "/echo") {
  return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
}
