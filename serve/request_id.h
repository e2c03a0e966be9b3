#pragma once

#include <string>

namespace dragoman {

/// Returns a new request id, for requests whose client gave none: 16 hexadecimal digits.
std::string new_request_id();

}  // namespace dragoman
