#pragma once

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// The present of a verb without its prefix. `changed` is the stem with du and er, where it differs
/// ("schläf").
std::string german_present(std::string_view infinitive, std::string_view changed,
                           Agreement agreement);
/// The simple past of sein, haben, wissen and the modal verbs; empty for all others, which use the
/// perfect.
std::string german_preterite(std::string_view infinitive, Agreement agreement);
/// The participle of the perfect, with separable prefix: "angerufen", "gearbeitet", "repariert".
std::string german_participle(const Verb& verb);
/// The infinitive with its separable prefix: "anrufen".
std::string german_infinitive(const Verb& verb);

}  // namespace dragoman::grammar
