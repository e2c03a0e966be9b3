#pragma once

#include <string>

namespace dragoman {

/// The address of this machine from which packets to `host` go, in digits. Throws
/// std::runtime_error if the name is unknown or no network leads there.
std::string address_towards(const std::string& host);

/// True for the addresses by which a machine reaches itself alone, in digits.
bool is_loopback(const std::string& address);

/// A socket that listens at `port` for connections from anywhere. Throws std::runtime_error if the
/// port is in use or not allowed.
int listen_at(int port);

/// "" if something listens at the port of the host; else why there is no connection.
std::string reason_for_no_connection(const std::string& host, int port);

}  // namespace dragoman
