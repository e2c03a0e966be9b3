#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http/asio.h"

namespace dragoman {

/// The server's end of a connection, encrypted or not. All of it runs in the strand of its socket,
/// one operation at a time. What takes longer than it may ends with operation_aborted.
class ClientStream : public std::enable_shared_from_this<ClientStream> {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;
  using Tls = boost::asio::ssl::context;
  using Clock = std::chrono::steady_clock;

  /// `tls`: none for one that is not encrypted.
  ClientStream(Socket socket, std::shared_ptr<Tls> tls);

  Socket::executor_type executor() { return socket_.get_executor(); }
  bool is_encrypted() const { return tls_.has_value(); }
  /// Of the client: "127.0.0.1", "::1"; "unix" for that of a Unix socket.
  std::string address() const;
  Awaitable<ErrorCode> shake_hands(Clock::time_point deadline);
  /// Appends to `buffer` what comes first, up to `most` bytes.
  Awaitable<ErrorCode> read_some(std::string& buffer, size_t most, Clock::time_point deadline);
  /// Writes all of it; `patience` is for each piece that the client takes.
  Awaitable<ErrorCode> write(std::string_view text, std::chrono::milliseconds patience);
  /// Says that nothing more will be written. What is read from then on is no longer decrypted.
  Awaitable<void> end_output(Clock::time_point deadline);
  /// Ends the operation that goes on with operation_aborted.
  void cancel();
  bool is_broken();
  /// The client will send nothing more.
  bool is_half_closed();
  /// At once or not at all: false if it breaks the connection. Not encrypted.
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
