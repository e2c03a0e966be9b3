#pragma once

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// Returns the present of a verb without its prefix. `changed` is the stem with du and er, if it
/// differs ("schläf").
std::string german_present(std::string_view infinitive, std::string_view changed,
                           Agreement agreement);
/// Returns the simple past of sein, haben, wissen and the modal verbs. Empty for other verbs, which
/// use the perfect.
std::string german_preterite(std::string_view infinitive, Agreement agreement);
/// Returns the participle of the perfect, with separable prefix: "angerufen", "gearbeitet",
/// "repariert".
std::string german_participle(const Verb& verb);
/// Returns the infinitive with its separable prefix: "anrufen".
std::string german_infinitive(const Verb& verb);

}  // namespace dragoman::grammar
