#pragma once

#include <vector>

namespace dragoman {

/// What each token of the target, [V], is to the words of a text (Unicode Standard Annex 29).
/// Scripts that do not part words by spaces, as Han and Thai, have no words here.
struct WordTokens {
  std::vector<bool> begins_in_word;  // its first character goes on with a word of tokens before it
  std::vector<bool> ends_in_word;    // its last character is of a word
};

}  // namespace dragoman
