#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// Throws std::invalid_argument if two of the paths are the same file, or both are "-". Ignores
/// empty paths.
void check_distinct_paths(const std::vector<std::string>& paths);

}  // namespace dragoman
