#include "io/utf8.h"

#include <cstdint>

#include "catch.h"

using dragoman::character_begin;
using dragoman::character_bounds;
using dragoman::count_characters;
using dragoman::is_valid_utf8;
using dragoman::next_character;
using dragoman::replace_invalid_utf8;
using dragoman::without_line_breaks;

namespace {

/// UTF-8 by its definition (RFC 3629, section 3), also for code points that have none.
std::string encode(uint32_t code_point) {
  const auto tail = [&](int shift) { return char(0x80 | ((code_point >> shift) & 0x3F)); };
  if (code_point < 0x80) return {char(code_point)};
  if (code_point < 0x800) return {char(0xC0 | (code_point >> 6)), tail(0)};
  if (code_point < 0x10000) return {char(0xE0 | (code_point >> 12)), tail(6), tail(0)};
  return {char(0xF0 | (code_point >> 18)), tail(12), tail(6), tail(0)};
}

bool is_surrogate(uint32_t code_point) { return code_point >= 0xD800 && code_point <= 0xDFFF; }

/// `text` with "?" for every U+FFFD.
std::string marked(std::string text) {
  for (size_t at; (at = text.find("\xEF\xBF\xBD")) != std::string::npos;)
    text.replace(at, 3, 1, '?');
  return text;
}

}  // namespace

TEST_CASE("every Unicode scalar value is valid UTF-8, and nothing beyond") {
  size_t num_wrong = 0;
  for (uint32_t code_point = 0; code_point < 0x140000; ++code_point) {
    const bool expected = code_point <= 0x10FFFF && !is_surrogate(code_point);
    num_wrong += is_valid_utf8(encode(code_point)) != expected;
    num_wrong += is_valid_utf8("ascii, 8 bytes and more " + encode(code_point)) != expected;
  }
  CHECK(num_wrong == 0);
}

TEST_CASE("of all strings of three bytes, as many are valid as there are ways to make them") {
  std::string text(3, '\0');
  size_t num_valid = 0;
  for (uint32_t bytes = 0; bytes < 1 << 24; ++bytes) {
    text = {char(bytes >> 16), char(bytes >> 8), char(bytes)};
    num_valid += is_valid_utf8(text);
  }
  const size_t num_ascii = 0x80;
  const size_t num_two_byte = 0x800 - 0x80;
  const size_t num_three_byte = 0x10000 - 0x800 - 0x800;  // less the surrogates
  CHECK(num_valid ==
        num_ascii * num_ascii * num_ascii + 2 * num_ascii * num_two_byte + num_three_byte);
}

TEST_CASE("each byte of a character leads to its first one") {
  const std::string text = "a\u00e4\U0001f600";
  const std::vector<size_t> expected = {0, 1, 1, 3, 3, 3, 3};
  for (size_t at = 0; at < text.size(); ++at) CHECK(character_begin(text, at) == expected[at]);
}

TEST_CASE("maximal invalid parts are replaced as the tables of the Unicode standard show") {
  CHECK(marked(replace_invalid_utf8("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82"
                                    "A")) == "????????A");
  CHECK(marked(replace_invalid_utf8("\xED\xA0\x80\xED\xBF\xBF\xED\xAF"
                                    "A")) == "????????A");
  CHECK(marked(replace_invalid_utf8("\xF4\x91\x92\x93\xFF"
                                    "A\x80\xBF"
                                    "B")) == "?????A??B");
  CHECK(marked(replace_invalid_utf8("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF"
                                    "A")) == "????A");
  CHECK(marked(replace_invalid_utf8("a\xF1\x80\x80\xE1\x80\xC2"
                                    "b\x80"
                                    "c\x80\xBF"
                                    "d")) == "a???b?c??d");
}

TEST_CASE("valid text is left as it is, and replaced text is valid") {
  CHECK(replace_invalid_utf8("").empty());
  const std::string text =
      "Über \xF0\x9F\x90\x89 \xE4\xB8\xAD, with a NUL: " + std::string(1, '\0');
  CHECK(replace_invalid_utf8(text) == text);
  uint32_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (int i = 0; i < 20; ++i) {
      state = state * 1664525 + 1013904223;
      bytes += char(state >> 24);
    }
    CHECK(is_valid_utf8(replace_invalid_utf8(bytes)));
  }
}

TEST_CASE("characters are decoded and counted, and each maximal invalid part is U+FFFD") {
  const auto decoded = [](const std::string& text) {
    std::u32string characters;
    for (size_t at = 0; at < text.size();) characters += next_character(text, at);
    return characters;
  };
  size_t num_wrong = 0;
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (is_surrogate(code_point)) continue;
    const std::string text = encode(code_point) + "x";
    num_wrong += decoded(text) != std::u32string{code_point, U'x'};
    num_wrong += count_characters(text) != 2 || character_bounds(text).size() != 3;
  }
  CHECK(num_wrong == 0);
  for (const std::string text : {"\xC0\xAF\xE0\x80\xBF", "\xED\xA0\x80 \xF4\x91\x92\x93\xFF",
                                 "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF", "\xC3", "\xF0\x9F\x90"})
    CHECK(decoded(text) == decoded(replace_invalid_utf8(text)));
}

TEST_CASE("each line break becomes a space, and nothing else changes") {
  CHECK(without_line_breaks("").empty());
  CHECK(without_line_breaks("a\nb\r\nc\u0085d\u2028e\n") == "a b  c d e ");
  const std::string kept = "tab\t, \u2029 \u0084 \u2027 \u4E2D";
  CHECK(without_line_breaks(kept) == kept);
}
