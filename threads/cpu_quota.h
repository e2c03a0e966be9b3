#pragma once

#include <optional>
#include <string>

namespace dragoman {

/// Returns how many processors the quotas of this process's control group and of those above it
/// allow, rounded up; nullopt if there is no quota. `root`: of the file system, "" except in tests.
std::optional<int> cpu_quota(const std::string& root = "");

}  // namespace dragoman
