#include "serve/http_refusal.h"

#include "serve/api_response.h"
#include "serve/request_id.h"

namespace dragoman {
namespace {

constexpr size_t kMaxClients = 256;

std::string reason(int status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Payload Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Service Unavailable";
  }
}

}  // namespace

std::string refusal_text(const ApiError& error) {
  const std::string body = error_json(error).dump();
  std::string text = "HTTP/1.1 " + std::to_string(error.status()) + " " + reason(error.status());
  text += "\r\nConnection: close\r\nContent-Type: application/json\r\n";
  text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  text += "X-Request-Id: " + new_request_id() + "\r\n";
  if (error.status() == 405) text += "Allow: GET, HEAD, POST\r\n";
  if (error.retry_after() > 0) {
    text += "Retry-After: " + std::to_string(error.retry_after()) + "\r\n";
  }
  return text + "\r\n" + body;
}

void RefusedClients::refuse(int descriptor, const ApiError& error) {
  auto socket = std::make_unique<ClientSocket>(descriptor);
  // A new connection has room for this; the thread must not wait for a client here.
  socket->send(refusal_text(error), std::chrono::milliseconds(0));
  socket->end_output();
  if (clients_.size() == kMaxClients) clients_.pop_front();
  clients_.push_back({std::move(socket), ClientSocket::Clock::now() + ClientSocket::kLingerTime});
}

void RefusedClients::sweep() {
  const auto now = ClientSocket::Clock::now();
  std::erase_if(clients_, [&](const Client& client) {
    return now >= client.end || client.socket->drop_input();
  });
}

}  // namespace dragoman
