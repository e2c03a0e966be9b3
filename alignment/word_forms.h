#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// The words of a line, as ASCII white space parts them. They point into `line`.
std::vector<std::string_view> split_words(std::string_view line);

/// What an alignment model knows a word by: in lower case, and without the punctuation around it,
/// if there is anything else ("\"Haus\"," is "haus").
std::string word_form(std::string_view word);

}  // namespace dragoman
