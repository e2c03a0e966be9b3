#include "tokenizer/unicode_text.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("letters of scripts without spaces are told from others, and from marks and signs") {
  for (const char32_t letter : std::u32string(U"漢かカーกក"))
    CHECK(is_letter_without_spaces(letter));
  CHECK(is_letter_without_spaces(U'\u0e35'));  // a vowel sign of Thai
  for (const char32_t other : std::u32string(U"aяא한ह1、。🙂 "))
    CHECK(!is_letter_without_spaces(other));
}

}  // namespace dragoman
