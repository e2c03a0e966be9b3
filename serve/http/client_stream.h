#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http/asio.h"

namespace dragoman {

/// The server's end of a connection, with or without TLS. Everything runs in the strand of its
/// socket, one operation at a time. An operation that exceeds its deadline ends with
/// operation_aborted.
class ClientStream : public std::enable_shared_from_this<ClientStream> {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;
  using Tls = boost::asio::ssl::context;
  using Clock = std::chrono::steady_clock;

  /// `tls`: null for a connection without TLS.
  ClientStream(Socket socket, std::shared_ptr<Tls> tls);

  Socket::executor_type executor() { return socket_.get_executor(); }
  bool is_encrypted() const { return tls_.has_value(); }
  /// The client's address: "127.0.0.1", "::1"; "unix" for a Unix socket.
  std::string address() const;
  Awaitable<ErrorCode> shake_hands(Clock::time_point deadline);
  /// Appends the next bytes to `buffer`, at most `most`.
  Awaitable<ErrorCode> read_some(std::string& buffer, size_t most, Clock::time_point deadline);
  /// Writes all of `text`; `patience` limits the time without progress.
  Awaitable<ErrorCode> write(std::string_view text, std::chrono::milliseconds patience,
                             Clock::time_point deadline);
  /// Ends the output. Input after that is no longer decrypted.
  Awaitable<void> end_output(Clock::time_point deadline);
  /// Ends the running operation with operation_aborted.
  void cancel();
  bool is_broken();
  /// True if the client has closed its sending side.
  bool is_half_closed();
  /// Sends `text` without blocking; false if the connection is broken. Not for TLS.
  bool send_now(std::string_view text);

 private:
  void set_deadline(Clock::time_point deadline);
  void clear_deadline() { timer_.expires_at(Clock::time_point::max()); }
  int poll_now(short events);

  Socket socket_;
  std::shared_ptr<Tls> tls_context_;
  std::optional<boost::asio::ssl::stream<Socket&>> tls_;
  boost::asio::steady_timer timer_;
};

}  // namespace dragoman
