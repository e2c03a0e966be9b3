#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace dragoman {

/// Bytes [begin, end) of a text.
struct TextToken {
  size_t begin = 0;
  size_t end = 0;
};

/// The words of `text`, valid UTF-8, punctuation by itself: tags may stand between any two. In
/// scripts that do not part words, each character.
std::vector<TextToken> text_tokens(std::string_view text);

/// True for tokens of letters or digits.
bool is_word(std::string_view token);

}  // namespace dragoman
