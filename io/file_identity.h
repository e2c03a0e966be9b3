#pragma once

#include <cstdint>
#include <string>

namespace dragoman {

/// Tells a file from one that took its place, or was written anew.
struct FileIdentity {
  uint64_t device = 0, inode = 0;
  int64_t size = 0;
  int64_t changed = 0;  // nanoseconds since 1970

  bool operator==(const FileIdentity&) const = default;
};

/// Returns the identity of the file at `path`; all zero if there is none.
FileIdentity identity_of(const std::string& path);

}  // namespace dragoman
