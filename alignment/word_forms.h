#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// Returns the form by which an alignment model knows a word: lower case, without the punctuation
/// around it ("\"Haus\"," becomes "haus"). A word of punctuation alone keeps it.
std::string word_form(std::string_view word);

}  // namespace dragoman
