#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Returns `text` without `characters` at its ends.
std::string_view trimmed(std::string_view text, std::string_view characters);

/// Replaces each `from`, which must not be empty, in `text` by `to`, from left to right. Takes time
/// linear in the length.
void replace_all(std::string& text, std::string_view from, std::string_view to);

/// A replacement of bytes [begin, end) of a text.
struct ByteEdit {
  size_t begin = 0;
  size_t end = 0;
  std::string text;
};

/// Returns `bytes` with `edits` applied, which must not overlap. Text that is inserted at one place
/// comes in the order of the edits, before a replacement there.
std::string with_edits(std::string_view bytes, std::vector<ByteEdit> edits);

}  // namespace dragoman
