#include "serve/client_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

namespace dragoman {
namespace {

constexpr size_t kPieceSize = 16384;
constexpr int kMaxPiecesDropped = 64;

bool may_try_again(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

int milliseconds_until(ClientSocket::Clock::time_point until) {
  const auto left = until - ClientSocket::Clock::now();
  const int64_t milliseconds = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  return static_cast<int>(std::clamp<int64_t>(milliseconds, 0, 1000000));
}

bool becomes_writable(int descriptor, std::chrono::milliseconds patience) {
  const auto until = ClientSocket::Clock::now() + patience;
  pollfd end{descriptor, POLLOUT, 0};
  for (;;) {
    const int num_ready = ::poll(&end, 1, milliseconds_until(until));
    if (num_ready > 0) return true;
    if (num_ready < 0 && errno != EINTR) return false;
    if (ClientSocket::Clock::now() >= until) return false;
  }
}

}  // namespace

ClientSocket::~ClientSocket() { ::close(descriptor_); }

ClientSocket::Input ClientSocket::wait(Clock::time_point until, const WakeEvent& event) const {
  std::array<pollfd, 2> ends = {pollfd{descriptor_, POLLIN, 0},
                                pollfd{event.descriptor(), POLLIN, 0}};
  for (;;) {
    const int num_ready = ::poll(ends.data(), ends.size(), milliseconds_until(until));
    if (num_ready > 0) return ends[0].revents != 0 ? Input::kReady : Input::kWoken;
    if (Clock::now() >= until) return Input::kTimeout;
  }
}

ClientSocket::Input ClientSocket::receive(std::string& buffer, Clock::time_point until,
                                          const WakeEvent& event) const {
  std::array<char, kPieceSize> data;
  for (;;) {
    if (event.is_set()) return Input::kWoken;
    if (Clock::now() >= until) return Input::kTimeout;
    const ssize_t size = ::recv(descriptor_, data.data(), data.size(), MSG_DONTWAIT);
    if (size > 0) {
      buffer.append(data.data(), static_cast<size_t>(size));
      return Input::kReady;
    }
    if (size == 0 || !may_try_again(errno)) return Input::kEnded;
    wait(until, event);
  }
}

bool ClientSocket::send(std::string_view data, std::chrono::milliseconds patience) const {
  while (!data.empty()) {
    const ssize_t size = ::send(descriptor_, data.data(), data.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size >= 0) {
      data.remove_prefix(static_cast<size_t>(size));
    } else if (!may_try_again(errno) || !becomes_writable(descriptor_, patience)) {
      return false;
    }
  }
  return true;
}

short ClientSocket::poll_now(short events) const {
  pollfd end{descriptor_, events, 0};
  return ::poll(&end, 1, 0) > 0 ? end.revents : static_cast<short>(0);
}

bool ClientSocket::is_broken() const { return (poll_now(0) & (POLLERR | POLLHUP | POLLNVAL)) != 0; }

bool ClientSocket::is_half_closed() const { return (poll_now(POLLRDHUP) & POLLRDHUP) != 0; }

void ClientSocket::end_output() const { ::shutdown(descriptor_, SHUT_WR); }

bool ClientSocket::drop_input() const {
  std::array<char, kPieceSize> data;
  for (int i = 0; i < kMaxPiecesDropped; ++i) {
    const ssize_t size = ::recv(descriptor_, data.data(), data.size(), MSG_DONTWAIT);
    if (size <= 0) return size == 0 || !may_try_again(errno);
  }
  return false;
}

void ClientSocket::linger(const WakeEvent& event) const {
  end_output();
  const auto until = Clock::now() + kLingerTime;
  std::string dropped;
  while (receive(dropped, until, event) == Input::kReady) dropped.clear();
}

}  // namespace dragoman
