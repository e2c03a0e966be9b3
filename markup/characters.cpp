#include "markup/characters.h"

#include <unicode/uchar.h>

#include "io/utf8.h"

namespace dragoman {
namespace {

bool is_in(char32_t character, uint32_t categories) {
  return (U_GET_GC_MASK(static_cast<UChar32>(character)) & categories) != 0;
}

int32_t property(char32_t character, UProperty which) {
  return u_getIntPropertyValue(static_cast<UChar32>(character), which);
}

bool is_korean(char32_t character) {
  return property(character, UCHAR_HANGUL_SYLLABLE_TYPE) != U_HST_NOT_APPLICABLE;
}

}  // namespace

bool is_letter(char32_t character) { return is_in(character, U_GC_L_MASK); }
bool is_letter_or_digit(char32_t character) { return is_in(character, U_GC_L_MASK | U_GC_N_MASK); }
bool is_upper_letter(char32_t character) { return u_isupper(static_cast<UChar32>(character)) != 0; }
bool is_lower_letter(char32_t character) { return u_islower(static_cast<UChar32>(character)) != 0; }

bool is_wide(char32_t character) {
  if (character < 0x1100) return false;
  const int32_t width = property(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

bool is_chinese_or_japanese(char32_t character) {
  return is_wide(character) && !is_korean(character) &&
         is_in(character, U_GC_L_MASK | U_GC_N_MASK | U_GC_P_MASK);
}

bool needs_dictionary(char32_t character) {
  return property(character, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT;
}

bool needs_no_space(char32_t character) {
  const int32_t line_break = property(character, UCHAR_LINE_BREAK);
  return line_break == U_LB_IDEOGRAPHIC || line_break == U_LB_CONDITIONAL_JAPANESE_STARTER ||
         line_break == U_LB_NONSTARTER || needs_dictionary(character);
}

bool is_letter_with_spaces(char32_t character) {
  return is_letter_or_digit(character) && !needs_no_space(character) && !is_korean(character);
}

char32_t first_character(std::string_view text) {
  size_t at = 0;
  return text.empty() ? 0 : next_character(text, at);
}

char32_t last_character(std::string_view text) {
  if (text.empty()) return 0;
  size_t at = character_begin(text, text.size() - 1);
  return next_character(text, at);
}

bool has_letter(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (is_letter(next_character(text, at))) return true;
  }
  return false;
}

bool touch_without_space(std::string_view before, std::string_view after) {
  const char32_t last = last_character(before), first = first_character(after);
  if (before.empty() || after.empty() || !is_chinese_or_japanese(last)) return false;
  return is_chinese_or_japanese(first) || is_in(last, U_GC_P_MASK);
}

}  // namespace dragoman
