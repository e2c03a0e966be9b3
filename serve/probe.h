#pragma once

#include <string>

namespace dragoman {

/// Asks the service at `host` and `port` whether it takes requests, by GET /readyz. It asks again
/// for up to `seconds` until it does; with 0 it asks once. Throws std::runtime_error saying what
/// the last answer was.
void probe_service(const std::string& host, int port, double seconds);

}  // namespace dragoman
