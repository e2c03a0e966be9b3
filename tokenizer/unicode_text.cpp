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

}  // namespace dragoman
