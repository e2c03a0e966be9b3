#pragma once

#include <zlib.h>

#include <memory>
#include <string>

#include "io/descriptor.h"

namespace dragoman {

/// Reads the bytes of a file or of stdin ("-"). Decompresses gzip, one or several members,
/// recognised by content.
class ByteReader {
 public:
  /// Throws std::runtime_error if `path` cannot be opened or is a folder.
  explicit ByteReader(const std::string& path);

  /// Waits for input and appends its bytes, if any, to `out`. Returns false at the end of the file.
  /// Throws std::runtime_error on a read error and for corrupt or truncated gzip data.
  bool read_some(std::string& out);
  /// True if read_some() can return without waiting.
  bool ready() const;

 private:
  struct EndInflate {
    void operator()(z_stream* stream) const;
  };
  enum class Kind { kUnknown, kPlain, kGzip };

  void tell_kind(bool at_end);
  void inflate_input(std::string& out);
  bool starts_member();
  void check_end() const;

  std::string path_;
  Descriptor file_;
  Kind kind_ = Kind::kUnknown;
  std::string input_;                               // read, not yet passed on
  std::unique_ptr<z_stream, EndInflate> inflater_;  // set if the file is gzip
  bool inside_member_ = false;
};

}  // namespace dragoman
