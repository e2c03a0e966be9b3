#pragma once

#include "grammar/german_forms.h"
#include "grammar/tree.h"

namespace dragoman::grammar {

/// Returns the words of a noun phrase without its noun's relative clause.
Words german_noun_phrase(const NounPhrase& noun_phrase, Case grammatical_case);
/// Returns preposition and noun phrase, contracted if the definite article allows it and the noun
/// has no relative clause.
Words german_prepositional_phrase(const Word& preposition, const NounPhrase& noun_phrase,
                                  Case grammatical_case);
Words german_adverbial(const Adverbial& adverbial);

}  // namespace dragoman::grammar
