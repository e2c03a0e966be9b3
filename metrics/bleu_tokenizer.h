#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "metrics/tokens.h"

namespace dragoman {

/// How BLEU divides a line into tokens, with the name that its signature gives.
struct BleuTokenizer {
  std::string name;
  Tokenize tokenize;
};

/// sacreBLEU's tokeniser of that name: 13a (mteval-v13a.pl), intl (mteval-v14.pl --international),
/// zh (Chinese characters one by one, the rest as 13a), char, none (white space alone). Throws
/// std::invalid_argument for other names; those that need MeCab or a SentencePiece model are told
/// apart.
BleuTokenizer bleu_tokenizer(const std::string& name);

// Each replaces `tokens` by those of `line`, which they may point into.
void tokenize_13a(std::string_view line, Tokens& tokens);
void tokenize_intl(std::string_view line, Tokens& tokens);
void tokenize_zh(std::string_view line, Tokens& tokens);
void tokenize_char(std::string_view line, Tokens& tokens);
void tokenize_none(std::string_view line, Tokens& tokens);

}  // namespace dragoman
