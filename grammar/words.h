#pragma once

#include <compare>
#include <cstdint>

#include "grammar/features.h"

namespace dragoman::grammar {

/// Appends a word, or several separated by single spaces; nothing if `text` is empty.
void append(Words& words, std::string_view text, const Origins& origins);
void append(Words& words, const Word& word);
void append(Words& words, const Words& more);
void append_comma(Words& words);

/// Writes the sentence: capitalises the first letter, attaches commas (drops doubled ones and one
/// before the end), and ends with `mark`.
std::string write_sentence(const Words& words, char mark);

/// A link between word `english` and word `german` of two written sentences, counted from 0.
struct WordLink {
  int32_t english = 0;
  int32_t german = 0;

  auto operator<=>(const WordLink&) const = default;
};

/// Returns the links of two written sentences, ascending: between words with a common origin. If
/// both express it in the same number of adjacent words, as "last week" and "letzte Woche", the
/// n-th words are linked.
std::vector<WordLink> link_words(const Words& english, const Words& german);

}  // namespace dragoman::grammar
