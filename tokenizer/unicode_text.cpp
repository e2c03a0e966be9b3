#include "tokenizer/unicode_text.h"

#include <unicode/uchar.h>

#include "io/utf8.h"
#include "tokenizer/letter_case.h"

namespace dragoman {

std::string to_lowercase(std::string_view text) { return in_case(text, LetterCase::kLower, ""); }

bool is_blank(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const char32_t character = next_character(text, i);
    const bool visible = !u_isUWhiteSpace(character) && !u_iscntrl(character) &&
                         !u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
    if (visible) return false;
  }
  return true;
}

std::string_view without_outer_space(std::string_view text) {
  size_t begin = 0, end = 0;  // of what is not white
  for (size_t i = 0; i < text.size();) {
    const size_t start = i;
    if (u_isUWhiteSpace(next_character(text, i))) continue;
    if (end == 0) begin = start;
    end = i;
  }
  return text.substr(begin, end - begin);
}

bool is_letter_without_spaces(char32_t character) {
  const auto c = static_cast<UChar32>(character);
  if ((U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK)) == 0) return false;
  const int32_t line_break = u_getIntPropertyValue(c, UCHAR_LINE_BREAK);
  return line_break == U_LB_IDEOGRAPHIC || line_break == U_LB_COMPLEX_CONTEXT ||
         line_break == U_LB_CONDITIONAL_JAPANESE_STARTER;
}

}  // namespace dragoman
