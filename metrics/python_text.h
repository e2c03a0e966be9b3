#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

// sacreBLEU is written in Python, and its scores rest on what Python's strings call a letter's
// lower case and white space, and its output on how Python writes numbers. All texts here are valid
// UTF-8.

char32_t next_character_beyond_ascii(std::string_view text, size_t& at);

/// True for the characters that str.split() and str.rstrip() take as white space. These are neither
/// Unicode's White_Space (U+001C to U+001F are added) nor C's (no-break spaces are added).
constexpr bool is_python_space(char32_t character) {
  if (character < 0x80)
    return character <= ' ' && (character >= 0x1C || (character >= 0x09 && character <= 0x0D));
  return character == 0x85 || character == 0xA0 || character == 0x1680 ||
         (character >= 0x2000 && character <= 0x200A) || character == 0x2028 ||
         character == 0x2029 || character == 0x202F || character == 0x205F || character == 0x3000;
}

/// The character that starts at byte `at`, which moves to the next one.
inline char32_t next_character(std::string_view text, size_t& at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte >= 0x80) return next_character_beyond_ascii(text, at);
  ++at;
  return byte;
}

/// `text` without the white space at its end, as str.rstrip() gives it; without that at its
/// beginning, as str.lstrip() does.
std::string_view python_rstrip(std::string_view text);
std::string_view python_lstrip(std::string_view text);

/// Appends the parts of `text` between runs of white space, as str.split() gives them. They point
/// into `text`.
void python_split(std::string_view text, std::vector<std::string_view>& parts);

/// `text` as str.lower() gives it: Unicode's full mapping, no language's own rules, a capital sigma
/// at the end of a word becoming a final one. Letters newer than the ICU at hand stay as they are.
std::string python_lower(std::string_view text);

/// A finite number as repr() writes it: the fewest digits that give it back, "1e-05" below 0.0001
/// and "1e+16" from there on.
std::string python_repr(double number);

/// A number as f"{number:.{decimals}f}" writes it.
std::string python_fixed(double number, int decimals);

}  // namespace dragoman
