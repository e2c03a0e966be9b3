#pragma once

#include "grammar/german_forms.h"
#include "grammar/tree.h"

namespace dragoman::grammar {

/// The words of a noun phrase without the relative clause of its noun.
Words german_noun_phrase(const NounPhrase& noun_phrase, Case grammatical_case);
/// Preposition and noun phrase, contracted where the definite article allows it.
Words german_prepositional_phrase(const Word& preposition, const NounPhrase& noun_phrase,
                                  Case grammatical_case);
Words german_adverbial(const Adverbial& adverbial);

}  // namespace dragoman::grammar
