#pragma once

#include <string_view>

namespace dragoman {

/// True for letters of any script.
bool is_letter(char32_t character);
bool is_letter_or_digit(char32_t character);
bool is_upper_letter(char32_t character);
bool is_lower_letter(char32_t character);

/// True for characters of two columns: Chinese, Japanese and Korean ones, and emoji.
bool is_wide(char32_t character);

/// True for wide letters, digits and punctuation of Chinese and Japanese, which have no spaces
/// between words.
bool is_chinese_or_japanese(char32_t character);

/// True for characters of Thai and similar scripts, whose words only a dictionary separates.
bool needs_dictionary(char32_t character);

/// True for characters of scripts that write no spaces between words, such as Chinese and Thai.
bool needs_no_space(char32_t character);

/// True for letters and digits that a space separates from other words. Scripts without spaces
/// have none, and Korean particles follow a word directly.
bool is_letter_with_spaces(char32_t character);

/// Returns the first or last character of `text`, valid UTF-8; 0 if it is empty.
char32_t first_character(std::string_view text);
char32_t last_character(std::string_view text);

bool has_letter(std::string_view text);

/// True if `before` and `after` are parts of a text with no space between them: both are Chinese
/// or Japanese where they meet, or `before` ends with punctuation of these.
bool touch_without_space(std::string_view before, std::string_view after);

}  // namespace dragoman
