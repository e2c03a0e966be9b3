#pragma once

#include <zlib.h>

#include <memory>
#include <string>
#include <vector>

#include "io/descriptor.h"

namespace dragoman {

/// The bytes of a file or of stdin ("-"), with gzip (told by content, one or several members)
/// undone.
class ByteReader {
 public:
  /// Throws std::runtime_error if `path` cannot be opened or is a folder.
  explicit ByteReader(const std::string& path);

  /// Waits for input and appends what it holds to `out`, which may be nothing; false at the end of
  /// the file. Throws std::runtime_error on a read error and for gzip data that is corrupt or cut
  /// short.
  bool read_some(std::string& out);
  /// True if read_some() would not wait.
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
