#pragma once

#include <string_view>
#include <vector>

namespace dragoman {

/// Rules of mteval-v13a.pl about punctuation in which tokenisers differ.
struct PunctuationRules {
  bool has_margins = true;                   // a space is assumed before and after the line
  bool splits_possessive = false;            // "it's" becomes "it 's"
  bool (*stands_alone)(char32_t) = nullptr;  // characters beyond ASCII that are tokens
};

/// Appends the tokens of `text`, which point into it. Tokens end at white space. Each of these is
/// also a token: ASCII punctuation except ' - . ,; a period or comma, unless it is between two
/// digits; and a dash after a digit.
///
/// The rules are those of four regular expressions that insert spaces, one after the other. This
/// function applies all of them in one pass.
void split_punctuation(std::string_view text, const PunctuationRules& rules,
                       std::vector<std::string_view>& tokens);

}  // namespace dragoman
