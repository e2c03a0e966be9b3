#include "tokenizer/unicode_text.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("letters of scripts without spaces are told from others, and from marks and signs") {
  for (const char32_t letter : std::u32string(U"漢かカーกក")) CHECK(needs_no_space(letter));
  CHECK(needs_no_space(U'\u0e35'));  // a vowel sign of Thai
  for (const char32_t other : std::u32string(U"aяא한ह1、。🙂 "))
    CHECK(!needs_no_space(other));
}

}  // namespace dragoman
