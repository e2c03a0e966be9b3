#pragma once

#include <string>

namespace dragoman {

/// A request's name in log and answer, if its client gave it none: 16 hexadecimal digits.
std::string new_request_id();

}  // namespace dragoman
