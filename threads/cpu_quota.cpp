#include "threads/cpu_quota.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace dragoman {
namespace {

namespace fs = std::filesystem;

using Quota = std::optional<int>;

/// Returns the lower of two quotas.
Quota lower(Quota a, Quota b) { return a && b ? std::min(a, b) : std::max(a, b); }

/// Reads the microseconds of processor time and those of the period that they are for. A quota that
/// is no number above 0 is none.
Quota read_quota(std::istream& quota_file, std::istream& period_file) {
  double quota = 0, period = 0;
  if (!(quota_file >> quota) || !(period_file >> period) || quota <= 0 || period <= 0) return {};
  return std::max(1, static_cast<int>(std::ceil(quota / period)));
}

/// Reads the quota of one control group, of version 2 or 1.
Quota quota_of(const fs::path& group) {
  std::ifstream both(group / "cpu.max");
  std::ifstream quota(group / "cpu.cfs_quota_us"), period(group / "cpu.cfs_period_us");
  return lower(read_quota(both, both), read_quota(quota, period));
}

/// Returns the lowest quota of the group at `path` below `mount` and of those above it. A container
/// may see only some of them, or its own group in place of the first.
Quota lowest_quota(const fs::path& mount, fs::path path) {
  Quota lowest = quota_of(mount);
  for (; path.has_relative_path(); path = path.parent_path())
    lowest = lower(lowest, quota_of(mount / path.relative_path()));
  return lowest;
}

}  // namespace

std::optional<int> cpu_quota(const std::string& root) {
  Quota lowest;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // number:controllers:path
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") lowest = lower(lowest, lowest_quota(root + "/sys/fs/cgroup", path));
    if (controllers.find(",cpu,") != std::string::npos)
      lowest = lower(lowest, lowest_quota(root + "/sys/fs/cgroup/cpu", path));
  }
  return lowest;
}

}  // namespace dragoman
