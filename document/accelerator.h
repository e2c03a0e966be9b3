#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/text_tokens.h"

namespace dragoman {

/// The mark of the key that chooses an entry of a menu, and that key: "_File", "&File", "~File".
struct Accelerator {
  char mark = 0;
  char key = 0;
};

/// The accelerator of a short text that has `mark` once, before a letter or digit; none for names
/// as file_name, references as &amp; and words as AT&T.
std::optional<Accelerator> find_accelerator(std::string_view text, char mark);

/// `text` without the mark.
std::string without_accelerator(std::string_view text, const Accelerator& accelerator);

/// A translation with the mark before the key's letter, at the beginning of a word if one has it;
/// else before the first letter. A text of wide characters gets "(_F)" at its end. `codes` are no
/// text.
std::string with_accelerator(std::string_view text, const Accelerator& accelerator,
                             const std::vector<TextToken>& codes);

}  // namespace dragoman
