#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "io/descriptor.h"

namespace dragoman {

/// Writes a file so that `path` holds either its old content or the whole new one, also after a
/// crash: temporary name beside it, flushed to the disk, renamed, folder flushed. Throws
/// std::runtime_error (path, reason, what to do); then nothing is left.
void write_file_atomically(const std::string& path,
                           const std::function<void(std::ostream&)>& write);

/// The same for a text that is at hand.
void write_file_atomically(const std::string& path, std::string_view content);

/// The whole content of a file. Throws std::runtime_error.
std::string read_file(const std::string& path);

/// Holds a folder for one process: an exclusive lock on `folder`/.lock, which ends with the
/// process, however it ends.
class FolderLock {
 public:
  enum class IfHeld { kFail, kWait };

  /// Throws std::runtime_error if another process holds it, or waits until none does.
  explicit FolderLock(const std::string& folder, IfHeld if_held = IfHeld::kFail);

 private:
  Descriptor descriptor_;
};

}  // namespace dragoman
