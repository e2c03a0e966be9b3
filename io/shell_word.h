#pragma once

#include <string>

namespace dragoman {

/// Returns the text as one word of a shell command: in single quotes, if it needs any.
std::string shell_word(const std::string& text);

}  // namespace dragoman
