#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "catch.h"
#include "serve/http_server.h"

/// Limits that tests can wait for, and that a slow machine does not reach by chance.
inline dragoman::HttpServer::Limits patient_limits() {
  dragoman::HttpServer::Limits limits;
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

/// A server that says what it was asked, in a thread of its own while it lives.
struct RunningHttpServer {
  explicit RunningHttpServer(const dragoman::HttpServer::Limits& limits = patient_limits())
      : server(limits) {
    server.Get("/echo", [this](const auto& request, auto& response) { echo(request, response); });
    server.Post("/echo", [this](const auto& request, auto& response) { echo(request, response); });
    server.Post("/wait", [this](const auto& request, auto& response) { wait(request, response); });
    server.Get("/large", [](const auto&, auto& response) {
      response.set_content(std::string(64 << 20, 'x'), "text/plain");
    });
    server.set_refusal_handler([this](const auto& error) { last_refusal = error.status(); });
    port = server.bind_to_any_port("127.0.0.1");
    REQUIRE(port > 0);
    thread = std::thread([this] { server.listen_after_bind(); });
  }
  ~RunningHttpServer() {
    may_answer = true;
    server.stop();
    thread.join();
  }

  void echo(const httplib::Request& request, httplib::Response& response) {
    ++num_handled;
    response.set_content(request.method + " [" + request.body + "]", "text/plain");
    response.set_header("X-Seen", request.get_header_value("X-Sent"));
    response.set_header("X-Address", request.remote_addr);
  }

  /// Answers once it may, or the client is gone.
  void wait(const httplib::Request& request, httplib::Response& response) {
    const auto context = dragoman::context_of(request);
    ++num_waiting;
    eventually([&] { return may_answer || (has_seen_client_go = context->client_is_gone()); });
    response.set_content("waited", "text/plain");
  }

  dragoman::HttpServer server;
  int port = 0;
  std::atomic<int> num_handled = 0;
  std::atomic<int> num_waiting = 0;
  std::atomic<int> last_refusal = 0;
  std::atomic<bool> may_answer = false;
  std::atomic<bool> has_seen_client_go = false;
  std::thread thread;
};

inline std::string get(const std::string& headers = "") {
  return "GET /echo HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
}

inline std::string post(const std::string& headers, const std::string& body,
                        const std::string& path = "/echo") {
  return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
}
