#pragma once

#include <string_view>
#include <vector>

namespace dragoman {

/// Which of mteval-v13a.pl's rules about punctuation hold, where tokenisers differ.
struct PunctuationRules {
  bool has_margins = true;                   // the line counts as standing between two spaces
  bool splits_possessive = false;            // "it's" becomes "it 's"
  bool (*stands_alone)(char32_t) = nullptr;  // characters beyond ASCII that are tokens
};

/// Appends the tokens of `text`, which point into it. Tokens end at white space; ASCII punctuation
/// but ' - . , is a token each; so is a period or comma, unless it stands between two digits, and a
/// dash after a digit.
///
/// The rules are those of four regular expressions applied one after the other, each of which
/// inserts spaces; what they do to a line is found here in one pass over it.
void split_punctuation(std::string_view text, const PunctuationRules& rules,
                       std::vector<std::string_view>& tokens);

}  // namespace dragoman
