#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// Returns the form by which an alignment model knows a word: lower case, without the punctuation
/// and symbols around it ("\"Haus\"," becomes "haus"). A word of these alone keeps them.
std::string word_form(std::string_view word);

}  // namespace dragoman
