#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/descriptor.h"
#include "io/mapped_file.h"

namespace dragoman {

/// An unnamed file in the folder for temporary files (TMPDIR, or else /tmp), for data that are
/// written once and then read without using memory. It vanishes when the process ends.
class SpillFile {
 public:
  /// Throws std::runtime_error if the folder is not writable.
  SpillFile();

  /// Throws std::runtime_error if the disk is full. After that, map() throws, too.
  void write(std::string_view bytes);
  /// Maps everything that was written. write() must not be called afterwards.
  std::unique_ptr<const MappedFile> map();

 private:
  void flush();

  std::string name_;  // for messages
  Descriptor file_;
  std::string buffer_;
  bool is_incomplete_ = false;  // true after a failed write, which may have written a part
};

}  // namespace dragoman
