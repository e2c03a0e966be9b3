#include "serve/http_stream.h"

#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <cstdlib>

namespace dragoman {
namespace {

constexpr std::chrono::seconds kTimeBetweenQuestions{5};

using GetAddress = int (*)(int, sockaddr*, socklen_t*);

void read_address(GetAddress get_address, int descriptor, std::string& ip, int& port) {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  auto* const address = reinterpret_cast<sockaddr*>(&storage);
  if (get_address(descriptor, address, &size) != 0) return;
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> service{};
  if (::getnameinfo(address, size, host.data(), host.size(), service.data(), service.size(),
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return;
  }
  ip = host.data();
  port = std::atoi(service.data());
}

}  // namespace

ssize_t HttpStream::read(char* data, size_t size) {
  const size_t num_copied = request_.text.copy(data, size, position_);
  position_ += num_copied;
  if (position_ == request_.text.size()) {  // httplib holds it now
    request_.text = std::string();
    position_ = 0;
  }
  return static_cast<ssize_t>(num_copied);
}

ssize_t HttpStream::write(const char* data, size_t size) {
  has_response_begun_ = true;
  return socket_.send({data, size}, limits_.write_time) ? static_cast<ssize_t>(size) : -1;
}

void HttpStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  read_address(&::getpeername, socket_.descriptor(), ip, port);
}

void HttpStream::get_local_ip_and_port(std::string& ip, int& port) const {
  read_address(&::getsockname, socket_.descriptor(), ip, port);
}

bool HttpStream::client_is_gone() {
  if (socket_.is_broken()) return true;
  if (has_response_begun_ || request_.is_http_1_0 || !socket_.is_half_closed()) return false;
  const auto now = ClientSocket::Clock::now();
  if (!next_question_) next_question_ = now + limits_.half_closed_time;
  if (now < *next_question_) return false;
  next_question_ = now + kTimeBetweenQuestions;
  return !socket_.send("HTTP/1.1 100 Continue\r\n\r\n", limits_.write_time);
}

}  // namespace dragoman
