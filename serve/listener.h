#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/descriptor.h"

namespace dragoman {

/// The listening sockets of a service. The constructor binds the address, so that a bad address is
/// reported before models are opened. Connections are refused until listen().
class Listener {
 public:
  /// `where`: "unix:PATH" for a Unix socket; "" for the sockets that systemd passes
  /// (sd_listen_fds(3)) or, if there are none, for TCP at `host` and `port` (0: any free port).
  /// Throws std::runtime_error if the address cannot be bound, std::invalid_argument for an invalid
  /// one.
  Listener(const std::string& where, const std::string& host, int64_t port);
  /// Closes the sockets that listen() has not handed over, and removes the Unix socket, unless
  /// another service has put its own in this place.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// Starts listening, and hands the sockets over. Throws std::runtime_error if another program has
  /// taken the address.
  std::vector<Descriptor> listen();
  int port() const { return port_; }
  /// Such as "127.0.0.1:8080", "[::1]:8080", "unix:/run/dragoman.sock"; one for each socket.
  const std::vector<std::string>& addresses() const { return addresses_; }
  /// True for sockets that systemd has passed, and keeps open.
  bool is_passed() const { return is_passed_; }

 private:
  void bind_unix(const std::string& path);
  void bind_tcp(const std::string& host, int64_t port);

  std::vector<Descriptor> sockets_;
  std::string path_;    // of the Unix socket to remove at the end
  uint64_t inode_ = 0;  // its file
  std::vector<std::string> addresses_;
  bool is_passed_ = false;
  int port_ = 0;  // of the first socket; 0 if it is not TCP
};

/// Returns AF_INET, AF_INET6 or AF_UNIX.
int family_of(int socket);

/// Raises the limit of open files and sockets towards `wanted`, as far as the system permits, and
/// returns it.
size_t raise_open_files(size_t wanted);

}  // namespace dragoman
