#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/descriptor.h"
#include "io/mapped_file.h"

namespace dragoman {

/// A file without a name, in the system's folder for temporary files (TMPDIR): what is written once
/// and then looked at without taking memory that others need. It is gone when the process ends.
class SpillFile {
 public:
  /// Throws std::runtime_error if the folder cannot be written to.
  SpillFile();

  /// Throws std::runtime_error if the disk is full.
  void write(std::string_view bytes);
  /// All that was written. Nothing can be written after that.
  std::unique_ptr<const MappedFile> map();

 private:
  void flush();

  std::string name_;  // for messages
  Descriptor file_;
  std::string buffer_;
};

}  // namespace dragoman
