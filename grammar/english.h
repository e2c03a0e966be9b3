#pragma once

#include "grammar/tree.h"

namespace dragoman::grammar {

/// Returns a sentence in English, with capital and final mark.
std::string english_sentence(const Sentence& sentence);

/// Returns the same as words with their origins.
Words english_words(const Sentence& sentence);

/// Returns the words of a clause, without a conjunction.
Words english_clause(const Clause& clause);

}  // namespace dragoman::grammar
