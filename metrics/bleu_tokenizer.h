#pragma once

#include <string>
#include <string_view>

#include "metrics/tokens.h"

namespace dragoman {

/// A tokeniser of BLEU, with its name in the signature.
struct BleuTokenizer {
  std::string name;
  Tokenize tokenize;
};

/// Returns sacreBLEU's tokeniser of this name: 13a (mteval-v13a.pl), intl (mteval-v14.pl
/// --international), zh (Chinese characters one by one, the rest as 13a), char, none (white space
/// alone). Throws std::invalid_argument for other names; its message names those that need MeCab or
/// a SentencePiece model.
BleuTokenizer bleu_tokenizer(const std::string& name);

// Each replaces `tokens` by the tokens of `line`. Tokens may point into `line`.
void tokenize_13a(std::string_view line, Tokens& tokens);
void tokenize_intl(std::string_view line, Tokens& tokens);
void tokenize_zh(std::string_view line, Tokens& tokens);
void tokenize_char(std::string_view line, Tokens& tokens);
void tokenize_none(std::string_view line, Tokens& tokens);

}  // namespace dragoman
