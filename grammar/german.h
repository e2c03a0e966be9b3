#pragma once

#include "grammar/tree.h"

namespace dragoman::grammar {

/// Position of the finite verb: second in a main clause, first in a yes-or-no question and after a
/// fronted clause, last in a subordinate clause.
enum class VerbPosition { kFirst, kSecond, kLast };

/// Returns a sentence in German, with capital and final mark.
std::string german_sentence(const Sentence& sentence);

/// Returns the same as words with their origins.
Words german_words(const Sentence& sentence);

/// Returns the words of a clause, without a conjunction.
Words german_clause(const Clause& clause, VerbPosition position);

}  // namespace dragoman::grammar
