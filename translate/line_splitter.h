#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Tokens of a line, or of a part of one.
struct EncodedText {
  TokenIds ids;
  std::vector<std::string> pieces;  // the tokens as text; empty unless wanted
  std::string text;  // if a word is cut into parts, its first part has the whole word and the
                     // others have none
  size_t begin = 0;  // offset of the text in the line, in bytes
  std::vector<int32_t> words = {};  // for each of the pieces, the number of its word in the text
  int32_t first_word = 0;           // number of the text's first word in the line
};

/// Encodes `line` in parts of at most `max_tokens` (at least 1) tokens each. Splits a longer line
/// at ends of sentences, a longer sentence at words, and a longer word at tokens. Each part is as
/// long as possible, up to kLongestPart bytes of a word.
std::vector<EncodedText> encode_in_parts(std::string_view line, const Tokenizer& tokenizer,
                                         size_t max_tokens, bool with_pieces = false);

}  // namespace dragoman
