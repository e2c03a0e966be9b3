#include <array>

#include "io/text_edits.h"
#include "io/utf8.h"
#include "metrics/character_range.h"
#include "metrics/python_text.h"
#include "metrics/split_punctuation.h"
#include "metrics/ter.h"

namespace dragoman {
namespace {

bool is_asian_punctuation(char32_t character) {
  constexpr std::array<CharacterRange, 11> kRanges = {{{0x3001, 0x3002},
                                                       {0x3008, 0x3011},
                                                       {0x3014, 0x301F},
                                                       {0x30FB, 0x30FB},
                                                       {0xFF01, 0xFF02},
                                                       {0xFF08, 0xFF09},
                                                       {0xFF0C, 0xFF0C},
                                                       {0xFF0E, 0xFF0E},
                                                       {0xFF1A, 0xFF1B},
                                                       {0xFF1F, 0xFF1F},
                                                       {0xFF61, 0xFF65}}};
  return is_in(kRanges, character);
}

bool is_asian_token(char32_t character) {
  constexpr std::array<CharacterRange, 6> kRanges = {{{0x2E80, 0x2EFF},  // radicals
                                                      {0x31C0, 0x31EF},  // strokes
                                                      {0x3200, 0x4DBF},  // letters, extension A
                                                      {0x4E00, 0x9FFF},  // ideographs
                                                      {0xF900, 0xFAFF},  // compatibility ideographs
                                                      {0xFE30, 0xFE4F}}};  // compatibility forms
  return is_in(kRanges, character) || is_asian_punctuation(character);
}

bool is_western_punctuation(char32_t character) {
  constexpr std::u32string_view kMarks = U".,?:;!\"()";
  return kMarks.find(character) != std::u32string_view::npos;
}

std::string without_punctuation(std::string_view text, bool asian_too) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t character = next_character(text, at);
    if (is_western_punctuation(character)) continue;
    if (asian_too && is_asian_punctuation(character)) continue;
    result.append(text, begin, at - begin);
  }
  return result;
}

void split_normalized(std::string_view line, bool asian_support, Tokens& tokens) {
  tokens.text = line;
  replace_all(tokens.text, "\n-", "");
  replace_all(tokens.text, "\n", " ");
  unescape_entities(tokens.text);
  PunctuationRules rules{.splits_possessive = true};
  if (asian_support) rules.stands_alone = is_asian_token;
  split_punctuation(tokens.text, rules, tokens.views);
}

}  // namespace

void tokenize_tercom(std::string_view line, const TerSettings& settings, Tokens& tokens) {
  line = python_rstrip(line);
  if (!settings.case_sensitive) line = tokens.lowered = python_lower(line);
  tokens.views.clear();
  if (settings.normalized) {
    split_normalized(line, settings.asian_support, tokens);
  } else {
    python_split(line, tokens.views);
  }
  if (!settings.no_punct) return;
  tokens.text = without_punctuation(join_tokens(tokens.views), settings.asian_support);
  tokens.views.clear();
  python_split(tokens.text, tokens.views);
}

}  // namespace dragoman
