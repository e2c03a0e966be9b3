#pragma once

#include "grammar/tree.h"

namespace dragoman::grammar {

/// The English of a sentence, with capital and final mark.
std::string english_sentence(const Sentence& sentence);

/// The same as words, each with where it comes from.
Words english_words(const Sentence& sentence);

/// The words of a clause, without a conjunction.
Words english_clause(const Clause& clause);

}  // namespace dragoman::grammar
