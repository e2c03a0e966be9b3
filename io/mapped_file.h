#pragma once

#include <string>
#include <string_view>

#include "io/descriptor.h"

namespace dragoman {

/// A file mapped into memory. The system reads its pages at first access, and drops them when
/// memory is short.
class MappedFile {
 public:
  /// How the bytes are accessed; a hint for the system's read-ahead.
  enum class Access { kInOrder, kAnywhere };

  /// Throws std::runtime_error if the file cannot be opened.
  explicit MappedFile(const std::string& path, Access access = Access::kInOrder);
  /// Maps a whole open file; `file` may be closed afterwards. `name` is for messages.
  MappedFile(const Descriptor& file, const std::string& name, Access access);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {data_, size_}; }
  /// Releases the memory of `part` until it is read again.
  void drop(std::string_view part) const;

 private:
  const char* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace dragoman
