#pragma once

#include <string_view>
#include <vector>

#include "markup/byte_span.h"

namespace dragoman {

/// Splits `text`, valid UTF-8, into words and punctuation marks; tags may be placed between any
/// two. In scripts that write no spaces, each character is a token, but katakana in a row are one,
/// and so are emoji that are joined to one.
std::vector<ByteSpan> text_tokens(std::string_view text);

/// True if the last character of `before` and the first one of `after` are one token together.
bool is_one_token(std::string_view before, std::string_view after);

/// True for tokens of letters or digits.
bool is_word(std::string_view token);

/// True if `token` begins with a letter or digit that a space separates from other words. Scripts
/// without spaces have none, and Korean particles follow a word directly.
bool begins_with_letter(std::string_view token);

/// True if `token` ends with such a letter or digit. Accents behind it do not count.
bool ends_with_letter(std::string_view token);

}  // namespace dragoman
