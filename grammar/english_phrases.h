#pragma once

#include "grammar/tree.h"

namespace dragoman::grammar {

/// The words of a noun phrase with its relative clause; pronouns as subject ("he") or not ("him").
Words english_noun_phrase(const NounPhrase& noun_phrase, bool as_subject);
Words english_adverbial(const Adverbial& adverbial);

}  // namespace dragoman::grammar
