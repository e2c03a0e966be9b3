#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// True if `text` is valid UTF-8 (no overlong forms, surrogates or code points above U+10FFFF).
bool is_valid_utf8(std::string_view text);

/// Returns `text` with every maximal invalid part replaced by U+FFFD, as Unicode recommends
/// (section 3.9).
std::string replace_invalid_utf8(std::string_view text);

/// Returns the start of each character of `text`, valid UTF-8, in bytes, and the end of the last
/// one.
std::vector<size_t> character_bounds(std::string_view text);

/// Returns `text` with spaces in place of characters that a line of output must not contain: LF,
/// CR, U+0085 and U+2028.
std::string without_line_breaks(std::string_view text);

}  // namespace dragoman
