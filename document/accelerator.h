#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/byte_span.h"

namespace dragoman {

/// The mark of the key that selects a menu entry, and the key: "_File", "&File", "~File".
struct Accelerator {
  char mark = 0;
  char32_t key = 0;
  size_t at = 0;  // byte of the mark
};

/// Returns the accelerator of a short text that contains `mark` once, before a letter or digit.
/// Marks in `codes` do not count. Returns nullopt for names such as file_name, references such as
/// &amp; and words such as AT&T.
std::optional<Accelerator> find_accelerator(std::string_view text, char mark,
                                            const std::vector<ByteSpan>& codes);

/// `text` without the mark.
std::string without_accelerator(std::string_view text, const Accelerator& accelerator);

/// Returns a translation with the mark before the key's letter, preferably at the beginning of a
/// word, or else before the first letter. Text with letters of Chinese, Japanese, Korean, Thai or
/// an Indic script gets "(_F)" at its end. `codes` never get the mark.
std::string with_accelerator(std::string_view text, const Accelerator& accelerator,
                             const std::vector<ByteSpan>& codes);

}  // namespace dragoman
