#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// The sockets that a service takes connections from. Their address is taken when it is made, so
/// that one that cannot be had is known before models are opened; connections are refused until
/// listen().
class Listener {
 public:
  /// `where`: "unix:PATH" for a Unix socket; "" for TCP at `host` and `port` (0: any that is free),
  /// or for the sockets that systemd passes (sd_listen_fds(3)), which go before. Throws
  /// std::runtime_error if the address cannot be had, std::invalid_argument if there is no such.
  Listener(const std::string& where, const std::string& host, int64_t port);
  /// Closes what listen() did not give away, and removes the Unix socket.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// From here on connections wait to be accepted. The descriptors are the caller's, to be closed;
  /// to be called once. Throws std::runtime_error if the address has been taken meanwhile.
  std::vector<int> listen();
  int port() const { return port_; }
  /// "127.0.0.1:8080", "[::1]:8080", "unix:/run/dragoman.sock".
  const std::string& address() const { return address_; }
  bool is_tcp() const { return port_ > 0; }

 private:
  void bind_unix(const std::string& path);
  void bind_tcp(const std::string& host, int64_t port);
  void name_address();

  std::vector<int> sockets_;
  std::string path_;  // of the Unix socket that is ours to remove
  std::string address_;
  int port_ = 0;  // of the first one; 0 if that is no TCP
};

/// AF_INET, AF_INET6 or AF_UNIX.
int family_of(int socket);

/// How many files and sockets the process may have open, raised to `wanted` as far as the system
/// lets it.
size_t raise_open_files(size_t wanted);

}  // namespace dragoman
