#pragma once

#include <httplib.h>

#include <optional>
#include <string>

#include "serve/client_socket.h"
#include "serve/http_limits.h"
#include "serve/http_request_reader.h"

namespace dragoman {

/// What httplib reads a request from, and writes the response to. The request is whole already.
class HttpStream : public httplib::Stream {
 public:
  HttpStream(const ClientSocket& socket, HttpRequest request, const HttpLimits& limits)
      : socket_(socket), request_(std::move(request)), limits_(limits) {}

  bool is_readable() const override { return position_ < request_.text.size(); }
  bool is_writable() const override { return !socket_.is_broken(); }
  ssize_t read(char* data, size_t size) override;
  ssize_t write(const char* data, size_t size) override;
  using httplib::Stream::write;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  /// httplib refuses descriptors that are too large for select, and has no other use for them.
  socket_t socket() const override { return 0; }

  /// True once the client does not wait for the response any more. A client that has closed its
  /// sending side looks the same whether it still reads or has gone, and many programs just close.
  /// So after half_closed_time it is sent an interim response, which every client of HTTP/1.1 must
  /// skip: the system of one that has gone answers it by breaking the connection.
  bool client_is_gone();

 private:
  const ClientSocket& socket_;
  HttpRequest request_;
  const HttpLimits& limits_;
  size_t position_ = 0;
  bool has_response_begun_ = false;
  std::optional<ClientSocket::Clock::time_point> next_question_;
};

}  // namespace dragoman
