#pragma once

#include <string>
#include <string_view>

#include "io/descriptor.h"

namespace dragoman {

/// The end of the name of a file that is not complete.
constexpr const char* kPartSuffix = ".dragoman-part";

/// A file being written. Bytes go to `path`.dragoman-part, which commit() flushes to disk and
/// renames to `path`; without commit() it is removed. For a device, a pipe or stdout, by whatever
/// name, bytes are written directly. All errors throw std::runtime_error.
class OutputFile {
 public:
  /// Also throws if another process is writing the same file.
  explicit OutputFile(const std::string& path);
  /// Opens stdout. Once its reader has closed it, write() throws ClosedPipe.
  static OutputFile standard_output();
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept = default;
  OutputFile& operator=(OutputFile&& other) = delete;

  void write(std::string_view bytes);
  /// Flushes what was written to disk. Does nothing if bytes are written directly.
  void sync();
  void commit();
  /// True if bytes are written directly and cannot be taken back.
  bool is_direct() const { return part_path_.empty(); }

 private:
  OutputFile() = default;
  void open_part();

  std::string name_;       // for messages
  std::string path_;       // symbolic links resolved
  std::string part_path_;  // empty if direct
  Descriptor file_;
  bool is_stdout_ = false;
};

/// Flushes the folder of `path` to disk, so that a rename in it survives a crash. Throws
/// std::runtime_error.
void sync_folder_of(const std::string& path);

}  // namespace dragoman
