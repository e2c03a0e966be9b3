#pragma once

#include <string>
#include <string_view>

namespace dragoman {

enum class LetterCase { kLower, kTitle, kUpper };

/// Returns `text` in another case by the rules of Unicode and of `language` (its code, such as tr;
/// "": no particular language). Title case makes the first letter of each word a capital and leaves
/// the other letters; words are separated by white space. Invalid UTF-8 does not change. Lengths
/// may change: the capital form of U+00DF is SS.
std::string in_case(std::string_view text, LetterCase letter_case, const std::string& language);

/// True if `word` has a letter that lower case changes.
inline bool has_capital(std::string_view word) {
  return in_case(word, LetterCase::kLower, "") != word;
}

}  // namespace dragoman
