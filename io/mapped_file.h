#pragma once

#include <string>
#include <string_view>

#include "io/descriptor.h"

namespace dragoman {

/// A file in memory as far as it is used: the system reads its pages when they are first looked at,
/// and drops them when memory is short.
class MappedFile {
 public:
  /// How the bytes will be looked at, for the system's reading ahead.
  enum class Access { kInOrder, kAnywhere };

  /// Throws std::runtime_error if the file cannot be opened.
  explicit MappedFile(const std::string& path, Access access = Access::kInOrder);
  /// The whole of an open file, which need not stay open; `name` is for messages.
  MappedFile(const Descriptor& file, const std::string& name, Access access);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {data_, size_}; }
  /// Takes no memory for `part` of the bytes until they are looked at again.
  void drop(std::string_view part) const;

 private:
  const char* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace dragoman
