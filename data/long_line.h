#pragma once

#include <string_view>

#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Tokenises a line of which at most `most` tokens can be used. Returns all tokens of a line that
/// has no more, as Tokenizer::encode() does. Of a line of more than kLongestPart bytes that has
/// more, returns some, but more than `most`, so that memory and time do not grow with it.
TokenIds encode_line(const Tokenizer& tokenizer, std::string_view line, size_t most);

}  // namespace dragoman
