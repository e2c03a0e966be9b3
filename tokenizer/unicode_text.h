#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// `text` in lower case by Unicode's rules for no language in particular; invalid UTF-8 becomes
/// U+FFFD.
std::string to_lowercase(std::string_view text);

/// True if `text` shows nothing: white space, control characters and characters of no width only.
bool is_blank(std::string_view text);

}  // namespace dragoman
