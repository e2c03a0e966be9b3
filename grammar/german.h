#pragma once

#include "grammar/tree.h"

namespace dragoman::grammar {

/// Where the finite verb stands: second in a main clause, first in a yes-or-no question and after a
/// fronted clause, last in a subordinate clause.
enum class VerbPosition { kFirst, kSecond, kLast };

/// The German of a sentence, with capital and final mark.
std::string german_sentence(const Sentence& sentence);

/// The same as words, each with where it comes from.
Words german_words(const Sentence& sentence);

/// The words of a clause, without a conjunction.
Words german_clause(const Clause& clause, VerbPosition position);

}  // namespace dragoman::grammar
