#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "io/descriptor.h"
#include "io/output_file.h"

namespace dragoman {

/// Writes a file so that `path` holds either its old content or the complete new one, even after a
/// crash: writes under a temporary name beside it, flushes to disk, renames, flushes the folder.
/// Throws std::runtime_error (path, reason, what to do) and then leaves no file behind, except the
/// complete new one under its temporary name if only renaming failed.
void write_file_atomically(const std::string& path, const std::function<void(OutputFile&)>& write);

/// The same for content in memory.
void write_file_atomically(const std::string& path, std::string_view content);

/// The same for the content of the file `from`.
void copy_file_atomically(const std::string& from, const std::string& path);

/// Throws as write_file_atomically() would if `path` cannot be opened for writing, and leaves no
/// file behind: for calling before long work. Does not open pipes and devices.
void check_can_be_written(const std::string& path);

/// Returns the whole content of a file. Throws std::runtime_error.
std::string read_file(const std::string& path);

/// Locks a folder for one process: an exclusive lock on `folder`/.lock. It ends with the process,
/// even after a crash. On file systems without locks, as some of networks and clusters, it does
/// nothing.
class FolderLock {
 public:
  enum class IfHeld { kFail, kWait };

  /// If another process holds the lock, throws std::runtime_error or waits, according to `if_held`.
  /// Also throws if the folder cannot be written.
  explicit FolderLock(const std::string& folder, IfHeld if_held = IfHeld::kFail);

 private:
  Descriptor descriptor_;
};

}  // namespace dragoman
