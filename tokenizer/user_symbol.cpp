#include "tokenizer/user_symbol.h"

#include <regex>

#include "io/settings_values.h"
#include "io/utf8.h"
#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

/// Returns true if the vocabulary has this token without being asked.
bool is_own_token(const std::string& symbol, const TokenizerSettings& settings) {
  if (settings.type == TokenizerType::kNone) return false;  // a space is put before symbols
  static const std::regex byte("<0x[0-9A-F]{2}>");
  return symbol == "</s>" || symbol == "<unk>" ||
         (settings.byte_fallback && std::regex_match(symbol, byte));
}

}  // namespace

void check_user_symbol(const std::string& symbol, const std::string& key,
                       const TokenizerSettings& settings) {
  demand(!symbol.empty() && symbol.find_first_of(" \t\r\n\"") == std::string::npos,
         key + " is empty or holds white space or a quote; choose another tag");
  demand(is_valid_utf8(symbol), key + " must be valid UTF-8, which this is not: " +
                                    replace_invalid_utf8(symbol) + "; choose another tag");
  demand(!is_own_token(settings.lowercase ? to_lowercase(symbol) : symbol, settings),
         key + " is " + symbol +
             ", a token that the vocabulary has without it, as </s>, <unk> and the bytes of "
             "byte_fallback; choose another tag");
}

}  // namespace dragoman
