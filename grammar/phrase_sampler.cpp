#include "grammar/phrase_sampler.h"

namespace dragoman::grammar {

NounPhrase PhraseSampler::noun_phrase(const PhraseRequest& request) {
  const double before = dice_.nats();
  NounPhrase drawn = any_phrase(request);
  while (is_excluded(drawn, request)) {
    dice_.restore(before);
    drawn = any_phrase(request);
  }
  dice_.count(HeadOdds(request).of(drawn));
  return drawn;
}

/// Counts everything except the head, whose odds depend on what is drawn again.
NounPhrase PhraseSampler::any_phrase(const PhraseRequest& request) {
  const double before = dice_.nats();
  NounPhrase phrase = draw_head(request);
  dice_.restore(before);
  if (phrase.noun) describe(phrase, request.reference);
  return phrase;
}

NounPhrase PhraseSampler::draw_head(const PhraseRequest& request) {
  const Noun& noun = dice_.pick_of(nouns(), request.classes);
  const int roll = dice_.roll();
  if (noun.classes & kPerson) {
    if (roll < request.personal_pronouns) return personal_pronoun();
    if (roll < request.personal_pronouns + kNamePercent) return {.name = &dice_.pick(people())};
  } else if (roll < request.thing_pronouns) {
    return thing_pronoun();
  }
  return {.noun = &noun};
}

NounPhrase PhraseSampler::personal_pronoun() {
  const auto is_personal = [](const Pronoun& pronoun) { return pronoun.english_subject != "it"; };
  return {.pronoun = dice_.pick_where(pronouns(), is_personal)};
}

NounPhrase PhraseSampler::thing_pronoun() {
  const std::string_view wanted = dice_.chance(kItPercent) ? "it" : "they";
  const auto is_wanted = [&](const Pronoun& pronoun) { return pronoun.english_subject == wanted; };
  return {.pronoun = dice_.pick_where(pronouns(), is_wanted)};
}

void PhraseSampler::describe(NounPhrase& phrase, Reference reference) {
  const Noun& noun = *phrase.noun;
  phrase.number = number_of(noun, kPluralPercent);
  phrase.determiner = determiner(noun_determiners(noun, phrase.number), noun, reference);
  if (phrase.determiner == Determiner::kNumeral) {
    const bool many = (noun.classes & kLiving) == 0 && dice_.chance(40);
    phrase.count = many ? dice_.between(13, 99) : dice_.between(2, 12);
  }
  if (dice_.chance(kAdjectivePercent)) {
    phrase.adjective = &dice_.pick_of(adjectives(), noun.classes);
  }
  if (is_possessive(phrase.determiner) && dice_.chance(kOwnerPercent)) {
    phrase.determiner = Determiner::kNone;
    // Any possessive, all equally probable, would have led here.
    dice_.count(kNumPossessives);
    phrase.possessor = std::make_shared<const NounPhrase>(owner());
  }
}

void PhraseSampler::drop_adjective(NounPhrase& phrase) {
  dice_.count(1 / adjective_odds(phrase));
  phrase.adjective = nullptr;
}

NounPhrase PhraseSampler::owner() {
  if (dice_.chance(35)) return {.name = &dice_.pick(people())};
  NounPhrase phrase{.noun = &dice_.pick_of(nouns(), kPerson)};
  phrase.number = number_of(*phrase.noun, 20);
  phrase.determiner = determiner(owner_determiners(), *phrase.noun, Reference::kAny);
  return phrase;
}

Number PhraseSampler::number_of(const Noun& noun, int percent_of_plurals) {
  return is_countable(noun) && dice_.chance(percent_of_plurals) ? Number::kPlural
                                                                : Number::kSingular;
}

/// Kin nouns mostly get a possessive; public places have no owner.
Determiner PhraseSampler::suited(Determiner determiner, const Noun& noun) {
  const bool owned = is_possessive(determiner);
  if ((noun.classes & kPublic) && owned) return Determiner::kDefinite;
  return (noun.classes & kKin) && !owned && dice_.chance(kKinOwnedPercent) ? possessive()
                                                                           : determiner;
}

Determiner PhraseSampler::possessive() {
  constexpr Determiner kPossessives[] = {Determiner::kMy,  Determiner::kYour, Determiner::kHis,
                                         Determiner::kHer, Determiner::kOur,  Determiner::kTheir};
  return dice_.pick(std::span<const Determiner>(kPossessives));
}

Determiner PhraseSampler::determiner(std::span<const DeterminerShare> shares, const Noun& noun,
                                     Reference reference) {
  const double before = dice_.nats();
  Determiner drawn = suited(one_of(shares), noun);
  if (!is_allowed(drawn, reference)) drawn = Determiner::kDefinite;
  dice_.restore(before);
  dice_.count(odds_of(determiner_odds(shares, noun, reference), drawn));
  return drawn;
}

Determiner PhraseSampler::one_of(std::span<const DeterminerShare> shares) {
  int left = dice_.roll();
  size_t number = 0;
  while (left >= shares[number].percent) left -= shares[number++].percent;
  const Determiner drawn = shares[number].determiner;
  return drawn == Determiner::kMy ? possessive() : drawn;
}

NounPhrase PhraseSampler::which_phrase(const Noun& noun) {
  NounPhrase phrase{.noun = &noun, .determiner = Determiner::kWhich};
  if (noun.is_mass()) return phrase;
  const bool how_many = dice_.chance(45);
  if (how_many) phrase.determiner = Determiner::kHowMany;
  if (how_many || dice_.chance(30)) phrase.number = Number::kPlural;
  return phrase;
}

NounPhrase PhraseSampler::place_phrase(const Noun& noun) {
  NounPhrase phrase{.noun = &noun};
  phrase.determiner = determiner(place_determiners(), noun, Reference::kAny);
  if (dice_.chance(20)) {
    phrase.adjective = &dice_.pick_of(adjectives(), noun.classes);
  }
  return phrase;
}

Adverbial PhraseSampler::city(std::string_view english, std::string_view german) {
  return {std::string(english), std::string(german), Case::kDative,
          NounPhrase{.name = &dice_.pick(cities())}};
}

Adverbial PhraseSampler::location() {
  if (dice_.chance(30)) return city("in", "in");
  const Noun& noun = dice_.pick_of(nouns(), kPlace);
  return {std::string(noun.english_at), std::string(noun.german_at), Case::kDative,
          place_phrase(noun)};
}

Adverbial PhraseSampler::direction() {
  if (dice_.chance(25)) return city("to", "nach");
  const Noun& noun = dice_.pick_of(nouns(), kPlace);
  const Case german_case = noun.german_to == "zu" ? Case::kDative : Case::kAccusative;
  return {"to", std::string(noun.german_to), german_case, place_phrase(noun)};
}

Adverbial PhraseSampler::position(Case german_case) {
  const Preposition& preposition = dice_.pick(positions());
  const Noun& noun = dice_.pick_of(nouns(), preposition.classes);
  return {std::string(preposition.english), std::string(preposition.german), german_case,
          place_phrase(noun)};
}

Adverbial PhraseSampler::companion(bool with_object, const NounPhrase& besides) {
  const Preposition& preposition = dice_.pick_where(
      companions(),
      [&](const Preposition& candidate) { return with_object || candidate.english != "for"; });
  return {std::string(preposition.english), std::string(preposition.german),
          preposition.german_case,
          noun_phrase({.classes = preposition.classes, .besides = &besides})};
}

}  // namespace dragoman::grammar
