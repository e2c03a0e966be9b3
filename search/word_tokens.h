#pragma once

#include <vector>

namespace dragoman {

/// How each token of the target vocabulary, [V], relates to words (Unicode Standard Annex 29).
/// Scripts that write no spaces between words, such as Han and Thai, have no words here, nor has
/// Hangul, whose particles follow a word directly.
struct WordTokens {
  std::vector<bool> begins_in_word;  // its first character continues the word of the token before
  std::vector<bool> ends_in_word;    // its last character belongs to a word
};

}  // namespace dragoman
