#pragma once

#include <deque>
#include <memory>
#include <string>

#include "serve/api_error.h"
#include "serve/client_socket.h"

namespace dragoman {

/// A response for a request that httplib never gets; the connection is to be closed after it.
std::string refusal_text(const ApiError& error);

/// Connections that there is no thread for. Their clients are told so at once; the sockets then
/// stay open until the clients have closed theirs, for a second at most (as in
/// ClientSocket::linger).
class RefusedClients {
 public:
  void refuse(int descriptor, const ApiError& error);
  /// Closes the sockets whose time is over.
  void sweep();
  void clear() { clients_.clear(); }
  bool empty() const { return clients_.empty(); }

 private:
  struct Client {
    std::unique_ptr<ClientSocket> socket;
    ClientSocket::Clock::time_point end;
  };
  std::deque<Client> clients_;
};

}  // namespace dragoman
