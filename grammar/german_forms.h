#pragma once

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// How adjectives end after a determiner: weak after "der", mixed after "ein", strong without an
/// ending before them.
enum class Declension { kWeak, kMixed, kStrong };

/// Where a noun phrase stands in the tables of endings.
struct Inflection {
  Gender gender = Gender::kMasculine;
  Number number = Number::kSingular;
  Case grammatical_case = Case::kNominative;
};

Declension declension_after(Determiner determiner);
/// "der", "einem", "meine", "dieses", "viele"; empty for kNone and kNumeral and for a plural
/// kIndefinite.
std::string german_determiner(Determiner determiner, const Inflection& inflection);
/// The ending of an adjective, such as "en".
std::string_view adjective_ending(Declension declension, const Inflection& inflection);
/// The noun in its case and number: "dem Nachbarn", "des Hauses", "den Kindern".
std::string german_noun(const Noun& noun, Number number, Case grammatical_case);
/// The pronoun's form; it has no genitive.
std::string_view german_pronoun(const Pronoun& pronoun, Case grammatical_case);
/// The accusative reflexive pronoun: "mich", "dich", "sich", "uns".
std::string_view reflexive_pronoun(Agreement agreement);
/// Preposition and first word of what follows, as one word where German contracts them: "im",
/// "ins", "zum"; else both.
std::string contract(std::string_view preposition, std::string_view article);

}  // namespace dragoman::grammar
