#pragma once

#include <string>

namespace dragoman {

/// Returns the name of this machine; "localhost" if it has none.
std::string host_name();

}  // namespace dragoman
