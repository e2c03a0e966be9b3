#pragma once

#include <string>
#include <string_view>

#include "io/descriptor.h"

namespace dragoman {

/// The end of the name of a file that is not complete.
constexpr const char* kPartSuffix = ".dragoman-part";

/// A file being written. Bytes go to `path`.dragoman-part, which commit() flushes to disk and
/// renames to `path`; without commit() or keep_lines() it is removed. For a device, a pipe, stdout,
/// stderr, by whatever name, or another open descriptor, as /dev/fd/3, bytes are written directly.
/// All errors throw std::runtime_error.
class OutputFile {
 public:
  /// What commit() does if the system forbids to rename the part to `path`, as over a mounted file
  /// or another user's file in a sticky folder. kCopy overwrites the file at `path`, which a crash
  /// meanwhile leaves incomplete.
  enum class IfNotRenamed { kFail, kCopy };

  /// Also throws if another process is writing the same file.
  explicit OutputFile(const std::string& path, IfNotRenamed if_not_renamed = IfNotRenamed::kFail);
  /// Opens stdout. Once its reader has closed it, write() throws ClosedPipe.
  static OutputFile standard_output();
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept = default;
  OutputFile& operator=(OutputFile&& other) = delete;

  void write(std::string_view bytes);
  /// Flushes what was written to disk. Does nothing if bytes are written directly.
  void sync();
  /// If only the last step fails, the part stays, and the error names it.
  void commit();
  /// After an error, keeps the whole lines that were written, in the part, and says so in words for
  /// the end of the error. Returns "" if there are none, or if bytes are written directly. The next
  /// writer of `path` replaces the part.
  std::string keep_lines();
  /// True if bytes are written directly and cannot be taken back.
  bool is_direct() const { return part_path_.empty(); }

 private:
  OutputFile() = default;
  void open_part();
  /// Returns the number of lines; 0 if they cannot be read.
  size_t cut_to_whole_lines();
  void replace_target();
  bool overwrite_target() const;

  std::string name_;       // for messages
  std::string path_;       // symbolic links resolved
  std::string part_path_;  // empty if direct
  Descriptor file_;
  bool is_stdout_ = false;
  IfNotRenamed if_not_renamed_ = IfNotRenamed::kFail;
};

/// Flushes the folder of `path` to disk, so that a rename in it survives a crash. Throws
/// std::runtime_error.
void sync_folder_of(const std::string& path);

}  // namespace dragoman
