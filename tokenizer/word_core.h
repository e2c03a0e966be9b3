#pragma once

#include <string_view>

namespace dragoman {

/// `word` from its first letter, mark or number to its last one, as `(word).` without the signs
/// around it; empty if it has none. UTF-8.
std::string_view word_core(std::string_view word);

}  // namespace dragoman
