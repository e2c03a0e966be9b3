#pragma once

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// Class of adjective endings: weak after "der", mixed after "ein", strong if no determiner with an
/// ending precedes.
enum class Declension { kWeak, kMixed, kStrong };

/// Position of a noun phrase in the tables of endings.
struct Inflection {
  Gender gender = Gender::kMasculine;
  Number number = Number::kSingular;
  Case grammatical_case = Case::kNominative;
};

Declension declension_after(Determiner determiner);
/// Returns "der", "einem", "meine", "dieses", "viele"; empty for kNone, kNumeral and plural
/// kIndefinite.
std::string german_determiner(Determiner determiner, const Inflection& inflection);
/// Returns the ending of an adjective, such as "en".
std::string_view adjective_ending(Declension declension, const Inflection& inflection);
/// Returns the noun in a case and number: "dem Nachbarn", "des Hauses", "den Kindern".
std::string german_noun(const Noun& noun, Number number, Case grammatical_case);
/// Returns the pronoun's form. There is no genitive.
std::string_view german_pronoun(const Pronoun& pronoun, Case grammatical_case);
/// Returns the accusative reflexive pronoun: "mich", "dich", "sich", "uns".
std::string_view reflexive_pronoun(Agreement agreement);
/// Joins a preposition and the next word, as one word if German contracts them: "im", "ins", "zum".
std::string contract(std::string_view preposition, std::string_view article);

}  // namespace dragoman::grammar
