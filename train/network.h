#pragma once

#include <string>

namespace dragoman {

/// Returns the numeric source address of packets from this machine to `host`. Throws
/// std::runtime_error if the name is unknown or no network leads there.
std::string address_towards(const std::string& host);

/// Returns whether a numeric address is a loopback address.
bool is_loopback(const std::string& address);

/// Returns a socket that listens at `port` on all addresses. Throws std::runtime_error if the port
/// is in use or not allowed.
int listen_at(int port);

/// Returns "" if something listens at the host's port; else why there is no connection.
std::string reason_for_no_connection(const std::string& host, int port);

}  // namespace dragoman
