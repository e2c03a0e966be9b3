#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Tokens of a line, or of a part of one.
struct EncodedText {
  TokenIds ids;
  std::vector<std::string> pieces;  // the same as text, if they are wanted; else empty
  std::string text;                 // of a word that is cut into parts, the first one has all of it
  size_t begin = 0;                 // where the text is in the line, in bytes
};

/// Tokens of `line` in parts of at most `max_tokens` (at least 1) each. A line that is longer is
/// split at ends of sentences, a sentence that is longer at words, a word that is longer at tokens;
/// parts are as long as they can be.
std::vector<EncodedText> encode_in_parts(std::string_view line, const Tokenizer& tokenizer,
                                         size_t max_tokens, bool with_pieces = false);

}  // namespace dragoman
