#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dragoman {

/// Returns the byte order mark of UTF-8, if `bytes` begin with it; else an empty text.
std::string_view byte_order_mark(std::string_view bytes);

/// Returns the text after `name`, up to one of the characters `ends`; nullopt if `text` does not
/// contain the name.
std::optional<std::string_view> value_after(std::string_view text, std::string_view name,
                                            std::string_view ends);

/// Throws std::invalid_argument if `bytes` are a document in UTF-16, with a byte order mark or
/// without one.
void refuse_utf16(std::string_view bytes);

/// Throws std::invalid_argument with the line if `bytes` are not valid UTF-8. Call refuse_utf16()
/// and check the charset that the document declares before: their errors say more.
void require_utf8(std::string_view bytes);

/// Throws std::invalid_argument unless `charset`, which the document declares in line `line`, is
/// UTF-8. `convert`: the command that converts such documents and what they declare; empty: iconv.
void require_utf8_name(std::string_view charset, size_t line, std::string_view convert = "");

/// Returns the end, "\n" or "\r\n", of the line at `position`, or of the line before if it has
/// none.
std::string_view line_end_at(std::string_view bytes, size_t position);

/// Returns the line, from 1, of the byte at `position`.
size_t line_of(std::string_view bytes, size_t position);

/// Returns lines of bytes whose positions are ascending. All calls together take time linear in
/// `bytes`.
class LineCounter {
 public:
  explicit LineCounter(std::string_view bytes) : bytes_(bytes) {}
  size_t line_of(size_t position);

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  size_t line_ = 1;
};

/// Throws std::invalid_argument "line n: what".
[[noreturn]] void fail_at_line(size_t line, const std::string& what);

}  // namespace dragoman
