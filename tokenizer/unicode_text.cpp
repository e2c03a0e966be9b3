#include "tokenizer/unicode_text.h"

#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "io/utf8.h"

namespace dragoman {

std::string to_lowercase(std::string_view text) {
  const icu::StringPiece bytes(text.data(), static_cast<int32_t>(text.size()));
  std::string lowered;
  icu::UnicodeString::fromUTF8(bytes).toLower(icu::Locale::getRoot()).toUTF8String(lowered);
  return lowered;
}

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
