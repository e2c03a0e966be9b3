#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/byte_span.h"

namespace dragoman {

/// Number of columns of `text`, valid UTF-8, on a terminal: two for a wide East Asian character,
/// none for a combining one.
size_t num_columns(std::string_view text);
/// The same without `tags`, which have none.
size_t num_columns(std::string_view text, const std::vector<ByteSpan>& tags);

/// A possible line break. Bytes [end, begin) are the space that it replaces.
struct BreakPlace {
  size_t end = 0;
  size_t begin = 0;
  /// Columns of the text before it; unbroken spans count only if they have columns.
  size_t columns = 0;
};

/// Returns possible line breaks outside of `unbroken` spans: at spaces, between wide characters,
/// and between the words of Thai and similar scripts. Unbroken spans may be tags, which have no
/// columns.
std::vector<BreakPlace> break_places(std::string_view text, const std::vector<ByteSpan>& unbroken,
                                     bool unbroken_have_columns);

/// Wraps `text` into lines of at most `columns`, as far as its break places allow.
std::vector<std::string> wrap_text(std::string_view text, size_t columns,
                                   const std::vector<ByteSpan>& unbroken);

/// Splits `text` into one part for each weight, with columns roughly in proportion to `weights`.
/// The last parts are empty only if it has fewer words than parts. `tags` have no columns.
std::vector<std::string> share_out(std::string_view text, const std::vector<size_t>& weights,
                                   const std::vector<ByteSpan>& tags);

}  // namespace dragoman
