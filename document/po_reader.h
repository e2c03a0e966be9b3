#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/byte_span.h"

namespace dragoman {

/// A string of a PO file: its value and its bytes [begin, end), from its first quote to its last
/// one, which may be on a later line.
struct PoString {
  size_t begin = 0;
  size_t end = 0;
  size_t indent = 0;  // bytes of the keyword before `begin` on its line
  std::string value;
};

/// An entry of a PO file that is not obsolete (#~).
struct PoEntry {
  size_t line = 0;                   // line of its first keyword, from 1
  size_t begin = 0;                  // byte of its first keyword, or of its first #| comment
  std::vector<ByteSpan> flag_lines;  // bytes of its lines of flags (#,), with their line ends
  std::vector<std::string> flags;
  std::vector<std::string> sticky_flags;  // those of lines with #=, which tell the format only
  std::vector<ByteSpan> previous_lines;   // bytes of its lines of the old source (#|)
  bool has_context = false;
  PoString context;
  PoString id;
  bool has_plural = false;
  PoString id_plural;
  std::vector<PoString> translations;  // in order: msgstr, or msgstr[0] and so on

  bool has_flag(std::string_view flag) const;
  bool is_header() const { return id.value.empty() && !has_context; }
};

/// Reads PO as gettext's manual describes it (section 3, "The Format of PO Files"). Throws
/// std::invalid_argument with the line for invalid PO.
std::vector<PoEntry> read_po(std::string_view bytes);

}  // namespace dragoman
