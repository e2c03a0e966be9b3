#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <string>

#include "catch.h"

/// A client that sends exactly what it is told to, byte by byte if need be.
class RawClient {
 public:
  /// `receive_buffer`: bytes of it, about; 0: as many as the system likes.
  explicit RawClient(int port, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    REQUIRE(socket_ >= 0);
    if (receive_buffer > 0)
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
    const timeval patience{20, 0};  // so that a broken server fails a test instead of hanging it
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(port));
    REQUIRE(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
  }
  RawClient(int port, const std::string& text) : RawClient(port) { send(text); }
  ~RawClient() { close(); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// False if the server takes no more.
  bool send(const std::string& text) const {
    for (size_t sent = 0; sent < text.size();) {
      const ssize_t size = ::send(socket_, &text[sent], text.size() - sent, MSG_NOSIGNAL);
      if (size <= 0) return false;
      sent += static_cast<size_t>(size);
    }
    return true;
  }

  /// Says that nothing more will be sent; reading goes on.
  void half_close() const { ::shutdown(socket_, SHUT_WR); }

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  /// Breaks the connection off, as a client that dies does.
  void reset() {
    const linger at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    close();
  }

  /// All that comes until the server closes the connection, or `size` bytes.
  std::string read(size_t size = SIZE_MAX) {
    while (buffer_.size() < size && receive()) {
    }
    return take(std::min(size, buffer_.size()));
  }

  /// All up to and with `end`; less if the server closes the connection before.
  std::string read_until(const std::string& end) {
    size_t found;
    while ((found = buffer_.find(end)) == std::string::npos && receive()) {
    }
    return take(found == std::string::npos ? buffer_.size() : found + end.size());
  }

  /// A response with a Content-Length: head and body.
  std::string read_response() {
    const std::string head = read_until("\r\n\r\n");
    const std::string name = "Content-Length: ";
    const size_t found = head.find(name);
    return found == std::string::npos ? head
                                      : head + read(std::stoul(head.substr(found + name.size())));
  }

 private:
  bool receive() {
    std::array<char, 4096> data;
    const ssize_t size = ::recv(socket_, data.data(), data.size(), 0);
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) FAIL("the server sends nothing");
    if (size > 0) buffer_.append(data.data(), static_cast<size_t>(size));
    return size > 0;
  }

  std::string take(size_t size) {
    std::string taken = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return taken;
  }

  int socket_;
  std::string buffer_;
};

/// The status of a response, 0 if it is none.
inline int status_of(const std::string& response) {
  return response.rfind("HTTP/1.1 ", 0) == 0 ? std::stoi(response.substr(9, 3)) : 0;
}
