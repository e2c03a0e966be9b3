#pragma once

#include <string_view>

namespace dragoman {

/// Returns `word` from its first to its last letter, mark or number: `(word).` without the
/// punctuation around it. Empty if it has none of these. UTF-8.
std::string_view word_core(std::string_view word);

}  // namespace dragoman
