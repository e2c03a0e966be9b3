#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// Splits `line` at tabs into 1 to `max_fields` fields. The last one may contain tabs.
std::vector<std::string> split_at_tabs(const std::string& line, size_t max_fields = SIZE_MAX);

}  // namespace dragoman
