#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

// sacreBLEU is written in Python, and its scores rest on what Python's strings call a letter's
// lower case and white space. All texts here are valid UTF-8.

/// True for the characters that str.split() and str.rstrip() take as white space. These are neither
/// Unicode's White_Space (U+001C to U+001F are added) nor C's (no-break spaces are added).
bool is_python_space(char32_t character);

/// `text` without the white space at its end, as str.rstrip() gives it.
std::string_view python_rstrip(std::string_view text);

/// The parts of `text` between runs of white space, as str.split() gives them. They point into
/// `text`.
std::vector<std::string_view> python_split(std::string_view text);

/// `text` as str.lower() gives it: Unicode's full mapping, no language's own rules, a capital sigma
/// at the end of a word becoming a final one. Letters newer than the ICU at hand stay as they are.
std::string python_lower(std::string_view text);

}  // namespace dragoman
