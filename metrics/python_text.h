#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

// Python's string functions. sacreBLEU is written in Python: its scores depend on Python's lower
// case and white space, and its output on Python's format of numbers. All texts must be valid
// UTF-8.

/// True for white space of str.split() and str.rstrip(). Differs from Unicode's White_Space (adds
/// U+001C to U+001F) and from C's (adds no-break spaces).
constexpr bool is_python_space(char32_t character) {
  if (character < 0x80)
    return character <= ' ' && (character >= 0x1C || (character >= 0x09 && character <= 0x0D));
  return character == 0x85 || character == 0xA0 || character == 0x1680 ||
         (character >= 0x2000 && character <= 0x200A) || character == 0x2028 ||
         character == 0x2029 || character == 0x202F || character == 0x205F || character == 0x3000;
}

/// Return `text` without white space at its end, as str.rstrip() does, or at its beginning, as
/// str.lstrip() does.
std::string_view python_rstrip(std::string_view text);
std::string_view python_lstrip(std::string_view text);

/// Splits `text` at runs of white space, as str.split() does, and appends the parts. They point
/// into `text`.
void python_split(std::string_view text, std::vector<std::string_view>& parts);

/// Returns `text` as str.lower() does: with Unicode's full mapping, without rules of a language; a
/// capital sigma at the end of a word becomes a final one. Letters that the installed ICU does not
/// know do not change.
std::string python_lower(std::string_view text);

/// Formats a finite number as repr() does: with the fewest digits that identify it, "1e-05" below
/// 0.0001 and "1e+16" from there on.
std::string python_repr(double number);

/// Formats a number as f"{number:.{decimals}f}" does, whatever the locale.
std::string python_fixed(double number, int decimals);

}  // namespace dragoman
