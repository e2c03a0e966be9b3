#pragma once

#include <string>
#include <string_view>

namespace dragoman {

enum class LetterCase { kLower, kTitle, kUpper };

/// `text` in another case by the rules of Unicode, and of `language` (its code, as tr; "": none in
/// particular). In title case the first letter of each word between white space is a capital, and
/// the other letters stay as they are. Invalid UTF-8 stays as it is. Lengths may change: the
/// capitals of U+00DF are SS.
std::string in_case(std::string_view text, LetterCase letter_case, const std::string& language);

}  // namespace dragoman
