#pragma once

#include "grammar/tree.h"

namespace dragoman::grammar {

/// Returns the words of a noun phrase with its relative clause. Pronouns are subjects ("he") or
/// objects ("him").
Words english_noun_phrase(const NounPhrase& noun_phrase, bool as_subject);
Words english_adverbial(const Adverbial& adverbial);

}  // namespace dragoman::grammar
