#pragma once

#include "grammar/dice.h"
#include "grammar/phrase_odds.h"

namespace dragoman::grammar {

/// Draws noun phrases and adverbials. The dice count the probability of the English phrase, over
/// all ways to draw it.
class PhraseSampler {
 public:
  explicit PhraseSampler(Dice& dice) : dice_(dice) {}

  NounPhrase noun_phrase(const PhraseRequest& request);
  /// Removes the adjective, and its choice from the count.
  void drop_adjective(NounPhrase& phrase);
  /// Draws "which book", "how many books".
  NounPhrase which_phrase(const Noun& noun);

  /// Draws a location: "in the garden", "in Berlin".
  Adverbial location();
  /// Draws a direction: "to the station", "to Berlin".
  Adverbial direction();
  /// Draws "under the table", in the dative (location) or the accusative (direction).
  Adverbial position(Case german_case);
  Adverbial time(Tense tense, bool negated);
  /// Draws "with Anna"; with an object, also "for Anna".
  Adverbial companion(bool with_object, const NounPhrase& besides);

 private:
  NounPhrase any_phrase(const PhraseRequest& request);
  NounPhrase personal_pronoun();
  NounPhrase thing_pronoun();
  NounPhrase draw_head(const PhraseRequest& request);
  void describe(NounPhrase& phrase, Reference reference);
  NounPhrase place_phrase(const Noun& noun);
  NounPhrase owner();
  Determiner possessive();
  Number number_of(const Noun& noun, int percent_of_plurals);
  Determiner determiner(std::span<const DeterminerShare> shares, const Noun& noun,
                        Reference reference);
  Determiner one_of(std::span<const DeterminerShare> shares);
  Determiner suited(Determiner determiner, const Noun& noun);
  Adverbial city(std::string_view english, std::string_view german);
  Adverbial clock_time();
  Adverbial distance(Tense tense);
  Adverbial event_time();

  Dice& dice_;
};

}  // namespace dragoman::grammar
