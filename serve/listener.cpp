#include "serve/listener.h"

#include <netdb.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>

#include "io/settings_values.h"

namespace dragoman {
namespace {

constexpr std::string_view kUnix = "unix:";
constexpr int kFirstPassed = 3;  // SD_LISTEN_FDS_START

int number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  int number = 0;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), number);
  return number;
}

/// Returns the sockets that systemd, or a program like it, passes to this process
/// (sd_listen_fds(3)).
std::vector<Descriptor> passed_sockets() {
  std::vector<Descriptor> sockets;
  if (number_in("LISTEN_PID") != ::getpid()) return sockets;
  for (int i = 0; i < number_in("LISTEN_FDS"); ++i) sockets.emplace_back(kFirstPassed + i);
  ::unsetenv("LISTEN_PID");  // programs started by this one must not use them
  return sockets;
}

std::string reason() { return std::strerror(errno); }

sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path))
    throw std::invalid_argument("the path of a Unix socket must have 1 to " +
                                std::to_string(sizeof(address.sun_path) - 1) + " bytes: " + path);
  path.copy(address.sun_path, path.size());
  return address;
}

const sockaddr* as_address(const void* address) { return static_cast<const sockaddr*>(address); }

bool has_listener(const sockaddr_un& address) {
  const Descriptor client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (client.get() < 0) throw std::runtime_error("cannot open a socket: " + reason());
  return ::connect(client.get(), as_address(&address), sizeof(address)) == 0 ||
         errno != ECONNREFUSED;
}

/// Returns 0 if there is no such file.
uint64_t inode_of(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

/// Removes the socket that a killed service left behind.
void remove_stale_socket(const std::string& path, const sockaddr_un& address) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return;
  if (!S_ISSOCK(status.st_mode))
    throw std::runtime_error("cannot listen on unix:" + path +
                             ": this file is there, and is no socket; name another path");
  if (has_listener(address))
    throw std::runtime_error("cannot listen on unix:" + path +
                             ": another program listens there; end it, or name another path");
  ::unlink(path.c_str());
}

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Addresses addresses_of(const std::string& host, int64_t port) {
  demand(!host.empty(), "--host is empty: name an address of this machine, or 0.0.0.0 for all");
  demand(!host.starts_with('['), "--host " + host + ": leave out the brackets");
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const std::string number = std::to_string(port);
  if (const int error = ::getaddrinfo(host.c_str(), number.c_str(), &hints, &found); error != 0) {
    throw std::runtime_error("cannot listen on " + host + ":" + number + ": " +
                             ::gai_strerror(error) + "; name as --host an address of this machine");
  }
  return {found, &::freeaddrinfo};
}

/// Returns no descriptor and sets errno on an error.
Descriptor bound_socket(const addrinfo& address) {
  Descriptor socket(
      ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, address.ai_protocol));
  if (socket.get() < 0) return socket;
  const int yes = 1, no = 0;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  if (address.ai_family == AF_INET6)
    ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no));
  if (::bind(socket.get(), address.ai_addr, address.ai_addrlen) == 0) return socket;
  return Descriptor();
}

[[noreturn]] void fail_tcp(const std::string& address) {
  throw std::runtime_error("cannot listen on " + address + ": " + reason() +
                           "; is another program there already? name another --port, and as "
                           "--host an address of this machine");
}

struct Address {
  std::string text;
  int port = 0;  // 0 if it is not TCP
};

Address address_of(const Descriptor& socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  auto* const address = reinterpret_cast<sockaddr*>(&storage);
  if (::getsockname(socket.get(), address, &size) != 0)
    throw std::runtime_error("LISTEN_FDS names no socket: " + reason());
  if (storage.ss_family == AF_UNIX)
    return {"unix:" + std::string(reinterpret_cast<const sockaddr_un&>(storage).sun_path)};
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  ::getnameinfo(address, size, host.data(), host.size(), port.data(), port.size(),
                NI_NUMERICHOST | NI_NUMERICSERV);
  const std::string name = host.data();
  return {(storage.ss_family == AF_INET6 ? "[" + name + "]" : name) + ":" + port.data(),
          std::atoi(port.data())};
}

}  // namespace

Listener::Listener(const std::string& where, const std::string& host, int64_t port) {
  if (where.starts_with(kUnix)) {
    bind_unix(where.substr(kUnix.size()));
  } else if (!where.empty()) {
    throw std::invalid_argument("--listen must be unix:PATH, but is " + where +
                                "; for TCP name --host and --port");
  } else if (sockets_ = passed_sockets(); sockets_.empty()) {
    bind_tcp(host, port);
  } else {
    is_passed_ = true;
  }
  port_ = address_of(sockets_.front()).port;
  for (const Descriptor& socket : sockets_) addresses_.push_back(address_of(socket).text);
}

Listener::~Listener() {
  if (!path_.empty() && inode_of(path_) == inode_) ::unlink(path_.c_str());
}

void Listener::bind_unix(const std::string& path) {
  const sockaddr_un address = unix_address(path);
  remove_stale_socket(path, address);
  sockets_.emplace_back(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::bind(sockets_.front().get(), as_address(&address), sizeof(address)) != 0)
    throw std::runtime_error("cannot listen on unix:" + path + ": " + reason());
  path_ = path;
  inode_ = inode_of(path);
}

void Listener::bind_tcp(const std::string& host, int64_t port) {
  const Addresses addresses = addresses_of(host, port);
  for (const addrinfo* next = addresses.get(); next != nullptr; next = next->ai_next) {
    Descriptor socket = bound_socket(*next);
    if (socket.get() < 0) continue;
    sockets_.push_back(std::move(socket));
    return;
  }
  fail_tcp(host + ":" + std::to_string(port));
}

std::vector<Descriptor> Listener::listen() {
  for (size_t i = 0; i < sockets_.size(); ++i) {
    if (::listen(sockets_[i].get(), SOMAXCONN) == 0) continue;
    if (!is_passed_) fail_tcp(addresses_[i]);
    throw std::runtime_error("cannot listen on the socket " + addresses_[i] +
                             ", which LISTEN_FDS passes: " + reason() +
                             "; it must be of ListenStream=, without Accept=yes");
  }
  return std::exchange(sockets_, {});
}

int family_of(int socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&storage), &size);
  return storage.ss_family;
}

size_t raise_open_files(size_t wanted) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= wanted) return limit.rlim_cur;
  limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace dragoman
