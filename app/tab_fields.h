#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// The parts of `line` between tabs, at least one and at most `max_fields`: the last one may hold
/// tabs.
std::vector<std::string> split_at_tabs(const std::string& line, size_t max_fields = SIZE_MAX);

}  // namespace dragoman
