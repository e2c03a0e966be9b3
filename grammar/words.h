#pragma once

#include <compare>
#include <cstdint>

#include "grammar/features.h"

namespace dragoman::grammar {

/// Adds a word, or words that are separated by single spaces; nothing if `text` is empty.
void append(Words& words, std::string_view text, const Origins& origins);
void append(Words& words, const Word& word);
void append(Words& words, const Words& more);
void append_comma(Words& words);

/// The written sentence: first letter capital, commas attached (doubled ones and one before the end
/// dropped), and `mark` at the end.
std::string write_sentence(const Words& words, char mark);

/// Word `english` and word `german` of two written sentences, counted from 0, belong together.
struct WordLink {
  int32_t english = 0;
  int32_t german = 0;

  auto operator<=>(const WordLink&) const = default;
};

/// The links of two written sentences, ascending: of words with a common origin. Where both say it
/// in equally many words at one place, as "last week" and "letzte Woche", the n-th belongs to the
/// n-th.
std::vector<WordLink> link_words(const Words& english, const Words& german);

}  // namespace dragoman::grammar
