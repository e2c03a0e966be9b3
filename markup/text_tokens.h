#pragma once

#include <string_view>
#include <vector>

#include "markup/byte_span.h"

namespace dragoman {

/// Splits `text`, valid UTF-8, into words and punctuation marks; tags may be placed between any
/// two. In scripts that write no spaces, each character is a token.
std::vector<ByteSpan> text_tokens(std::string_view text);

/// True for tokens of letters or digits.
bool is_word(std::string_view token);

}  // namespace dragoman
