#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/text_tokens.h"

namespace dragoman {

/// Columns that `text`, valid UTF-8, takes on a terminal: a wide character of East Asia two, a
/// combining one none.
size_t num_columns(std::string_view text);

/// True if the first character of `text` is wide.
bool begins_wide(std::string_view text);

/// A place where a line may end: bytes [end, begin) are the space that is left out there.
struct BreakPlace {
  size_t end = 0;
  size_t begin = 0;
  size_t columns = 0;  // of the text before, without what must not be broken if that is no text
};

/// Places of `text` outside of `unbroken` spans: spaces, and between wide characters. Tags are
/// unbroken spans that take no columns.
std::vector<BreakPlace> break_places(std::string_view text, const std::vector<TextToken>& unbroken,
                                     bool unbroken_have_columns);

/// `text` in lines of at most `columns`, as far as its break places allow.
std::vector<std::string> wrap_text(std::string_view text, size_t columns,
                                   const std::vector<TextToken>& unbroken);

/// `text` in as many parts as there are `weights`, whose columns are in about their proportion. If
/// it has too few words, the last parts are empty. `tags` take no columns.
std::vector<std::string> share_out(std::string_view text, const std::vector<size_t>& weights,
                                   const std::vector<TextToken>& tags);

}  // namespace dragoman
