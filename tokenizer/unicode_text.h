#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// Returns `text` in lower case by Unicode's rules, for no particular language. Invalid UTF-8
/// becomes U+FFFD.
std::string to_lowercase(std::string_view text);

/// True if `text` has only white space, control characters and characters of no width.
bool is_blank(std::string_view text);

}  // namespace dragoman
