#include "serve/http/client_stream.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

namespace dragoman {
namespace {

namespace asio = boost::asio;

constexpr size_t kMaxPiece = 1 << 18;  // bytes in a single write

}  // namespace

ClientStream::ClientStream(Socket socket, std::shared_ptr<Tls> tls)
    : socket_(std::move(socket)), tls_context_(std::move(tls)), timer_(socket_.get_executor()) {
  if (tls_context_) tls_.emplace(socket_, *tls_context_);
}

std::string ClientStream::address() const {
  ErrorCode error;
  const auto peer = socket_.remote_endpoint(error);
  if (error || peer.data()->sa_family == AF_UNIX) return error ? "" : "unix";
  std::array<char, NI_MAXHOST> host{};
  ::getnameinfo(peer.data(), static_cast<socklen_t>(peer.size()), host.data(), host.size(), nullptr,
                0, NI_NUMERICHOST);
  return host.data();
}

Awaitable<ErrorCode> ClientStream::shake_hands(Clock::time_point deadline) {
  ErrorCode error;
  set_deadline(deadline);
  co_await tls_->async_handshake(asio::ssl::stream_base::server, into(error));
  clear_deadline();
  co_return error;
}

Awaitable<ErrorCode> ClientStream::read_some(std::string& buffer, size_t most,
                                             Clock::time_point deadline) {
  ErrorCode error = asio::error::operation_aborted;
  if (Clock::now() >= deadline) co_return error;
  const size_t held = buffer.size();
  buffer.resize(held + most);
  const asio::mutable_buffer space(&buffer[held], most);
  size_t size = 0;
  set_deadline(deadline);
  if (tls_) {
    size = co_await tls_->async_read_some(space, into(error));
  } else {
    size = co_await socket_.async_read_some(space, into(error));
  }
  clear_deadline();
  buffer.resize(held + size);
  co_return error;
}

Awaitable<ErrorCode> ClientStream::write(std::string_view text, std::chrono::milliseconds patience,
                                         Clock::time_point deadline) {
  ErrorCode error;
  while (!error && !text.empty()) {
    const auto now = Clock::now();
    if (now >= deadline) co_return asio::error::operation_aborted;
    const asio::const_buffer piece(text.data(), std::min(text.size(), kMaxPiece));
    size_t size = 0;
    set_deadline(std::min(now + patience, deadline));
    if (tls_) {
      size = co_await tls_->async_write_some(piece, into(error));
    } else {
      size = co_await socket_.async_write_some(piece, into(error));
    }
    clear_deadline();
    text.remove_prefix(size);
  }
  co_return error;
}

Awaitable<void> ClientStream::end_output(Clock::time_point deadline) {
  ErrorCode ignored;
  set_deadline(deadline);
  if (tls_) co_await tls_->async_shutdown(into(ignored));
  clear_deadline();
  tls_.reset();
  socket_.shutdown(Socket::shutdown_send, ignored);
}

void ClientStream::cancel() {
  ErrorCode ignored;
  socket_.cancel(ignored);
}

int ClientStream::poll_now(short events) {
  pollfd end{socket_.native_handle(), events, 0};
  return ::poll(&end, 1, 0) > 0 ? end.revents : 0;
}

bool ClientStream::is_broken() { return (poll_now(0) & (POLLERR | POLLHUP | POLLNVAL)) != 0; }

bool ClientStream::is_half_closed() { return (poll_now(POLLRDHUP) & POLLRDHUP) != 0; }

bool ClientStream::send_now(std::string_view text) {
  return ::send(socket_.native_handle(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
}

void ClientStream::set_deadline(Clock::time_point deadline) {
  timer_.expires_at(deadline);
  timer_.async_wait([weak = weak_from_this()](ErrorCode error) {
    const auto self = weak.lock();
    const bool is_over = !error && self && self->timer_.expiry() <= Clock::now();
    if (is_over) self->cancel();
  });
}

}  // namespace dragoman
