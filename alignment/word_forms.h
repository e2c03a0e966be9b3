#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// What an alignment model knows a word by: in lower case, and without the punctuation around it,
/// if there is anything else ("\"Haus\"," is "haus").
std::string word_form(std::string_view word);

}  // namespace dragoman
