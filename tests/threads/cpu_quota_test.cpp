#include "threads/cpu_quota.h"

#include <filesystem>

#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// A file system whose process is in these control groups.
class ControlGroups {
 public:
  explicit ControlGroups(const std::string& groups) { write("proc/self/cgroup", groups); }

  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = folder_ / path;
    std::filesystem::create_directories(file.parent_path());
    written_file(file.string(), text);
  }
  std::optional<int> quota() const { return cpu_quota(folder_.path()); }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a quota of version 2 is rounded up, and the lowest on the way counts") {
  const ControlGroups system("0::/machine/job.scope\n");
  CHECK(!system.quota());
  system.write("sys/fs/cgroup/machine/job.scope/cpu.max", "max 100000\n");
  CHECK(!system.quota());
  system.write("sys/fs/cgroup/machine/cpu.max", "450000 100000\n");
  CHECK(system.quota() == 5);
  system.write("sys/fs/cgroup/machine/job.scope/cpu.max", "20000 100000\n");
  CHECK(system.quota() == 1);
}

TEST_CASE("a container's own group is found at the top of what it sees") {
  const ControlGroups system("0::/\n");
  system.write("sys/fs/cgroup/cpu.max", "200000 100000\n");
  CHECK(system.quota() == 2);
}

TEST_CASE("a quota of version 1 counts, whatever the name of the group in the container") {
  const ControlGroups system("4:memory:/docker/x\n3:cpu,cpuacct:/docker/x\n0::/\n");
  system.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "50000\n");
  system.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  CHECK(!system.quota());
  system.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "150000\n");
  CHECK(system.quota() == 3);
}

}  // namespace dragoman
