#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// The byte order mark of UTF-8, if `bytes` begin with it.
std::string_view byte_order_mark(std::string_view bytes);

/// Throws std::invalid_argument naming the line if `bytes` are not valid UTF-8.
void require_utf8(std::string_view bytes);

/// Throws std::invalid_argument unless `charset`, as `line` of a document declares it, is UTF-8.
void require_utf8_name(std::string_view charset, size_t line);

/// The line, from 1, of a byte.
size_t line_of(std::string_view bytes, size_t position);

/// Tells lines of bytes that are asked for in ascending order, in time linear in `bytes`.
class LineCounter {
 public:
  explicit LineCounter(std::string_view bytes) : bytes_(bytes) {}
  size_t line_of(size_t position);

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  size_t line_ = 1;
};

/// Throws std::invalid_argument: "line n: what".
[[noreturn]] void fail_at_line(size_t line, const std::string& what);

/// Bytes [begin, end) of a document, and what is written in their place.
struct ByteEdit {
  size_t begin = 0;
  size_t end = 0;
  std::string text;
};

/// `bytes` with `edits`, which are ascending and do not overlap.
std::string with_edits(std::string_view bytes, const std::vector<ByteEdit>& edits);

}  // namespace dragoman
