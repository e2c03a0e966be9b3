#include "train/network.h"

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "io/descriptor.h"

namespace dragoman {
namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

/// Resolves a host. Throws std::runtime_error if the name is unknown.
Addresses find_addresses(const std::string& host, const std::string& port, int kind) {
  addrinfo hints{};
  hints.ai_socktype = kind;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (error == 0) return {found, ::freeaddrinfo};
  throw std::runtime_error("the name '" + host + "' cannot be resolved (" + ::gai_strerror(error) +
                           ")");
}

std::string last_error() { return std::strerror(errno); }

/// Returns a numeric address as text.
std::string digits_of(const sockaddr* address, socklen_t length) {
  char text[NI_MAXHOST] = "";
  ::getnameinfo(address, length, text, sizeof text, nullptr, 0, NI_NUMERICHOST);
  return text;
}

/// Returns the source address of packets to `address`; "" if no network leads there. Throws
/// std::runtime_error if too many files are open.
std::string own_address_towards(const addrinfo& address) {
  const Descriptor socket(::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, 0));
  if (socket.get() < 0 && (errno == EMFILE || errno == ENFILE))
    throw_file_error("open", "a socket");
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) != 0) return "";
  sockaddr_storage own{};
  socklen_t length = sizeof own;
  if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &length) != 0) return "";
  return digits_of(reinterpret_cast<const sockaddr*>(&own), length);
}

/// Returns "" if a connection succeeds within a few seconds, else the error.
std::string try_to_connect(const addrinfo& address) {
  const Descriptor socket(
      ::socket(address.ai_family, address.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) == 0) return "";
  if (errno != EINPROGRESS) return last_error();
  pollfd waited{.fd = socket.get(), .events = POLLOUT, .revents = 0};
  constexpr int kMilliseconds = 3000;
  if (::poll(&waited, 1, kMilliseconds) <= 0) return std::strerror(ETIMEDOUT);
  int error = 0;
  socklen_t length = sizeof error;
  ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &length);
  return error == 0 ? "" : std::strerror(error);
}

bool bind_and_listen(int socket, int family, int port) {
  const int on = 1;
  const int off = 0;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(static_cast<uint16_t>(port));
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = six.sin6_port;
  if (family == AF_INET6) ::setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  const int bound = family == AF_INET6
                        ? ::bind(socket, reinterpret_cast<const sockaddr*>(&six), sizeof six)
                        : ::bind(socket, reinterpret_cast<const sockaddr*>(&four), sizeof four);
  return bound == 0 && ::listen(socket, SOMAXCONN) == 0;
}

}  // namespace

std::string address_towards(const std::string& host) {
  const Addresses addresses = find_addresses(host, "9", SOCK_DGRAM);  // nothing is sent
  // All processes use the same family: IPv4 cannot reach IPv6, nor the reverse.
  for (const int family : {AF_INET, AF_INET6}) {
    for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) {
      const std::string own = at->ai_family == family ? own_address_towards(*at) : "";
      if (!own.empty()) return own;
    }
  }
  throw std::runtime_error("no network of this machine leads to '" + host + "'");
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

int listen_at(int port) {
  for (const int family : {AF_INET6, AF_INET}) {  // IPv6 serves IPv4 too; some machines lack it
    Descriptor socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (socket.get() >= 0 && bind_and_listen(socket.get(), family, port)) return socket.release();
    if (errno == EADDRINUSE) break;
  }
  throw std::runtime_error("process 0 cannot listen at port " + std::to_string(port) + " (" +
                           last_error() + "): set MASTER_PORT to a free one, for all processes");
}

std::string reason_for_no_connection(const std::string& host, int port) {
  try {
    const Addresses addresses = find_addresses(host, std::to_string(port), SOCK_STREAM);
    std::string reason;
    for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) {
      reason = try_to_connect(*at);
      if (reason.empty()) break;
    }
    return reason;
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

}  // namespace dragoman
