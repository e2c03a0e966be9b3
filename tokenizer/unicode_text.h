#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// Returns `text` in lower case, as in_case() does for no particular language.
std::string to_lowercase(std::string_view text);

/// True if `text` has only white space, control characters and characters of no width.
bool is_blank(std::string_view text);

/// Returns `text` without the white space at its ends.
std::string_view without_outer_space(std::string_view text);

/// True for letters and vowel signs of scripts that write no spaces between words: Han, kana, Thai,
/// Khmer and others, but not Hangul.
bool is_letter_without_spaces(char32_t character);

}  // namespace dragoman
