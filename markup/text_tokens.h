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

/// Splits `text`, valid UTF-8, into words and punctuation marks; tags may be placed between any
/// two. In scripts that write no spaces, each character is a token.
std::vector<TextToken> text_tokens(std::string_view text);

/// True for tokens of letters or digits.
bool is_word(std::string_view token);

}  // namespace dragoman
