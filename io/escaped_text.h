#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// Returns `text` with its control characters escaped, such as \u0000, to be shown in a message.
std::string escape_controls(std::string_view text);

/// Returns `text`, which is UTF-8, as a message quotes it: whole up to 80 bytes, else the
/// characters within these and "...".
std::string in_brief(std::string_view text);

/// Returns text that is not the program's own, to be named in a message: in brief, escaped, and in
/// backquotes.
std::string in_backquotes(std::string_view text);

}  // namespace dragoman
