#include "markup/text_tokens.h"

#include <unicode/uchar.h>

#include "io/utf8.h"

namespace dragoman {
namespace {

enum class CharacterClass { kSpace, kInWord, kMark, kAlone };

CharacterClass class_of(UChar32 c) {
  if (u_isUWhiteSpace(c)) return CharacterClass::kSpace;
  const uint32_t mask = U_GET_GC_MASK(c);
  // Joiners and other characters without width belong to the preceding character, like accents.
  if ((mask & (U_GC_M_MASK | U_GC_CF_MASK)) != 0) return CharacterClass::kMark;
  const int32_t line_break = u_getIntPropertyValue(c, UCHAR_LINE_BREAK);
  const bool needs_no_space = line_break == U_LB_IDEOGRAPHIC ||
                              line_break == U_LB_COMPLEX_CONTEXT ||
                              line_break == U_LB_CONDITIONAL_JAPANESE_STARTER;
  if (needs_no_space) return CharacterClass::kAlone;
  const bool is_in_word = (mask & (U_GC_L_MASK | U_GC_N_MASK | U_GC_PC_MASK)) != 0;
  return is_in_word ? CharacterClass::kInWord : CharacterClass::kAlone;
}

bool is_letter_with_spaces(UChar32 c) {
  if (u_getIntPropertyValue(c, UCHAR_HANGUL_SYLLABLE_TYPE) != U_HST_NOT_APPLICABLE) return false;
  return class_of(c) == CharacterClass::kInWord &&
         (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

}  // namespace

std::vector<ByteSpan> text_tokens(std::string_view text) {
  std::vector<ByteSpan> tokens;
  CharacterClass before = CharacterClass::kSpace;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const CharacterClass now = class_of(next_character(text, at));
    const bool goes_on = now == CharacterClass::kInWord && before == now;
    if (goes_on || (now == CharacterClass::kMark && before != CharacterClass::kSpace)) {
      tokens.back().end = at;
      continue;
    } else if (now != CharacterClass::kSpace) {
      tokens.push_back({begin, at});
    }
    before = now == CharacterClass::kMark ? CharacterClass::kInWord : now;
  }
  return tokens;
}

bool is_word(std::string_view token) {
  if (token.empty()) return false;
  size_t at = 0;
  const uint32_t mask = U_GET_GC_MASK(next_character(token, at));
  return (mask & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

bool begins_with_letter(std::string_view token) {
  size_t at = 0;
  return !token.empty() && is_letter_with_spaces(next_character(token, at));
}

bool ends_with_letter(std::string_view token) {
  bool is_letter = false;
  for (size_t at = 0; at < token.size();) {
    const char32_t c = next_character(token, at);
    if (class_of(c) != CharacterClass::kMark) is_letter = is_letter_with_spaces(c);
  }
  return is_letter;
}

}  // namespace dragoman
