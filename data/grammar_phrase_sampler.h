#pragma once

#include "data/grammar_dice.h"
#include "data/grammar_tree.h"

namespace dragoman::grammar {

/// How freely a noun phrase may refer: under a negation some determiners would change its meaning.
enum class Reference { kAny, kNoQuantity, kDefinite };

/// What is asked of a noun phrase.
struct PhraseRequest {
  Classes classes = 0;
  Reference reference = Reference::kAny;
  int personal_pronouns = 35;           // percent of the persons
  int thing_pronouns = 0;               // percent of the others: it, them
  const NounPhrase* besides = nullptr;  // somebody else than this
};

/// What a noun phrase stands for.
Classes classes_of(const NounPhrase& noun_phrase);

/// Draws the small parts of sentences: noun phrases and adverbials.
class PhraseSampler {
 public:
  explicit PhraseSampler(Dice& dice) : dice_(dice) {}

  NounPhrase noun_phrase(const PhraseRequest& request);
  /// "which book", "how many books".
  NounPhrase which_phrase(const Noun& noun);

  /// Where something is done: "in the garden", "in Berlin".
  Adverbial location();
  /// Where somebody goes: "to the station", "to Berlin".
  Adverbial direction();
  /// "under the table", in the dative (where) or the accusative (to where).
  Adverbial position(Case german_case);
  Adverbial time(Tense tense, bool negated);
  /// "with Anna", and with an object also "for Anna".
  Adverbial companion(bool with_object, const NounPhrase& besides);

 private:
  NounPhrase any_phrase(const PhraseRequest& request);
  NounPhrase personal_pronoun();
  NounPhrase thing_pronoun();
  NounPhrase described_noun(const Noun& noun, Reference reference);
  NounPhrase place_phrase(const Noun& noun);
  NounPhrase owner();
  Determiner possessive();
  Number number_of(const Noun& noun, int percent_of_plurals);
  Determiner determiner(const Noun& noun, Number number);
  Determiner suited(Determiner determiner, const Noun& noun);
  Determiner singular_determiner();
  Determiner plural_determiner();
  Adverbial city(std::string_view english, std::string_view german);
  Adverbial clock_time();
  Adverbial distance(Tense tense);
  Adverbial event_time();

  Dice& dice_;
};

}  // namespace dragoman::grammar
