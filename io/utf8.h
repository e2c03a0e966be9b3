#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// True if `text` is valid UTF-8 (no overlong forms, surrogates or code points above U+10FFFF).
bool is_valid_utf8(std::string_view text);

/// Returns `text` with every maximal invalid part replaced by U+FFFD, as Unicode recommends
/// (section 3.9).
std::string replace_invalid_utf8(std::string_view text);

/// True for all bytes of a character but the first one.
constexpr bool continues_character(char byte) {
  return (static_cast<uint8_t>(byte) & 0xC0U) == 0x80;
}

/// Returns the first byte of the character that byte `at` of `text`, valid UTF-8, belongs to.
constexpr size_t character_begin(std::string_view text, size_t at) {
  while (at > 0 && continues_character(text[at])) --at;
  return at;
}

/// Returns the number of characters of `text`, valid UTF-8.
size_t count_characters(std::string_view text);

/// The part of next_character() that is too rare to be inline.
char32_t next_other_character(std::string_view text, size_t& at);

/// Returns the character at byte `at`, which must not be the end, and moves `at` to the next one. A
/// maximal invalid part is U+FFFD.
inline char32_t next_character(std::string_view text, size_t& at) {
  const auto first = static_cast<uint8_t>(text[at]);
  if (first < 0x80) {
    ++at;
    return first;
  }
  const auto bits = [&](size_t position) { return static_cast<uint8_t>(text[position]) & 0x3FU; };
  const size_t size = text.size() - at;
  const bool goes_on = size > 1 && continues_character(text[at + 1]);
  if (goes_on && first >= 0xC2 && first <= 0xDF) {
    at += 2;
    return (first & 0x1FU) << 6U | bits(at - 1);
  }
  if (goes_on && first >= 0xE1 && first <= 0xEC && size > 2 && continues_character(text[at + 2])) {
    at += 3;
    return (first & 0xFU) << 12U | bits(at - 2) << 6U | bits(at - 1);
  }
  return next_other_character(text, at);
}

/// Returns the start of each character of `text`, valid UTF-8, in bytes, and the end of the last
/// one.
std::vector<size_t> character_bounds(std::string_view text);

/// Returns `text` with spaces in place of characters that a line of output must not contain: LF,
/// CR, U+0085 and U+2028.
std::string without_line_breaks(std::string_view text);

}  // namespace dragoman
