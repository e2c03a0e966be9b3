#include "data/grammar_phrase_sampler.h"

namespace dragoman::grammar {
namespace {

bool is_same(const NounPhrase& one, const NounPhrase& other) {
  if (one.pronoun && other.pronoun) {
    const int person = one.pronoun->agreement.person;
    return person < 3 && person == other.pronoun->agreement.person;
  }
  if (one.name) return one.name == other.name;
  return one.noun && one.noun == other.noun;
}

bool is_same_as_any(const NounPhrase& one, const NounPhrase& others) {
  return is_same(one, others) || (others.conjunct && is_same(one, *others.conjunct));
}

bool is_possessive(Determiner determiner) {
  return determiner >= Determiner::kMy && determiner <= Determiner::kTheir;
}

bool is_allowed(Determiner determiner, Reference reference) {
  switch (determiner) {
    case Determiner::kSome:
    case Determiner::kMany:
    case Determiner::kEvery:
    case Determiner::kNumeral:
      return reference == Reference::kAny;
    case Determiner::kNone:
    case Determiner::kIndefinite:
      return reference != Reference::kDefinite;
    default:
      return true;
  }
}

}  // namespace

Classes classes_of(const NounPhrase& noun_phrase) {
  return noun_phrase.noun ? noun_phrase.noun->classes : kPerson;
}

NounPhrase PhraseSampler::noun_phrase(const PhraseRequest& request) {
  NounPhrase drawn = any_phrase(request);
  while (request.besides && is_same_as_any(drawn, *request.besides)) drawn = any_phrase(request);
  return drawn;
}

NounPhrase PhraseSampler::any_phrase(const PhraseRequest& request) {
  const Noun& noun = dice_.pick_where(
      nouns(), [&](const Noun& candidate) { return (candidate.classes & request.classes) != 0; });
  const int roll = dice_.roll();
  if (noun.classes & kPerson) {
    if (roll < request.personal_pronouns) return personal_pronoun();
    if (roll < request.personal_pronouns + 12) return {.name = &dice_.pick(people())};
  } else if (roll < request.thing_pronouns) {
    return thing_pronoun();
  }
  return described_noun(noun, request.reference);
}

NounPhrase PhraseSampler::personal_pronoun() {
  const auto is_personal = [](const Pronoun& pronoun) { return pronoun.english_subject != "it"; };
  return {.pronoun = dice_.pick_where(pronouns(), is_personal)};
}

NounPhrase PhraseSampler::thing_pronoun() {
  const std::string_view wanted = dice_.chance(70) ? "it" : "they";
  const auto is_wanted = [&](const Pronoun& pronoun) { return pronoun.english_subject == wanted; };
  return {.pronoun = dice_.pick_where(pronouns(), is_wanted)};
}

NounPhrase PhraseSampler::described_noun(const Noun& noun, Reference reference) {
  NounPhrase phrase{.noun = &noun};
  phrase.number = number_of(noun, 30);
  phrase.determiner = suited(determiner(noun, phrase.number), noun);
  if (!is_allowed(phrase.determiner, reference)) phrase.determiner = Determiner::kDefinite;
  if (phrase.determiner == Determiner::kNumeral) {
    const bool many = (noun.classes & kLiving) == 0 && dice_.chance(40);
    phrase.count = many ? dice_.between(13, 99) : dice_.between(2, 12);
  }
  if (dice_.chance(30)) {
    phrase.adjective = &dice_.pick_where(adjectives(), [&](const Adjective& adjective) {
      return (adjective.classes & noun.classes) != 0;
    });
  }
  if (is_possessive(phrase.determiner) && dice_.chance(25)) {
    phrase.determiner = Determiner::kNone;
    phrase.possessor = std::make_shared<const NounPhrase>(owner());
  }
  return phrase;
}

NounPhrase PhraseSampler::owner() {
  if (dice_.chance(35)) return {.name = &dice_.pick(people())};
  const auto is_person = [](const Noun& noun) { return (noun.classes & kPerson) != 0; };
  NounPhrase phrase{.noun = &dice_.pick_where(nouns(), is_person)};
  phrase.number = number_of(*phrase.noun, 20);
  phrase.determiner = suited(dice_.chance(50) ? Determiner::kDefinite : possessive(), *phrase.noun);
  return phrase;
}

Number PhraseSampler::number_of(const Noun& noun, int percent_of_plurals) {
  const bool countable = !noun.is_mass() && (noun.classes & kOnlyOne) == 0;
  return countable && dice_.chance(percent_of_plurals) ? Number::kPlural : Number::kSingular;
}

/// Relatives are mostly somebody's; what is public is nobody's.
Determiner PhraseSampler::suited(Determiner determiner, const Noun& noun) {
  const bool owned = is_possessive(determiner);
  if ((noun.classes & kPublic) && owned) return Determiner::kDefinite;
  return (noun.classes & kKin) && !owned && dice_.chance(75) ? possessive() : determiner;
}

Determiner PhraseSampler::possessive() {
  constexpr Determiner kPossessives[] = {Determiner::kMy,  Determiner::kYour, Determiner::kHis,
                                         Determiner::kHer, Determiner::kOur,  Determiner::kTheir};
  return dice_.pick(std::span<const Determiner>(kPossessives));
}

Determiner PhraseSampler::determiner(const Noun& noun, Number number) {
  if (noun.is_mass()) {
    const int roll = dice_.roll();
    if (roll < 55) return Determiner::kNone;
    return roll < 80 ? Determiner::kDefinite : possessive();
  }
  return number == Number::kSingular ? singular_determiner() : plural_determiner();
}

Determiner PhraseSampler::singular_determiner() {
  const int roll = dice_.roll();
  if (roll < 40) return Determiner::kDefinite;
  if (roll < 64) return Determiner::kIndefinite;
  if (roll < 90) return possessive();
  return roll < 96 ? Determiner::kThis : Determiner::kEvery;
}

Determiner PhraseSampler::plural_determiner() {
  const int roll = dice_.roll();
  if (roll < 30) return Determiner::kDefinite;
  if (roll < 45) return Determiner::kNone;
  if (roll < 65) return possessive();
  if (roll < 72) return Determiner::kThis;
  if (roll < 80) return Determiner::kSome;
  return roll < 88 ? Determiner::kMany : Determiner::kNumeral;
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
  NounPhrase phrase{.noun = &noun, .determiner = Determiner::kDefinite};
  const int roll = dice_.roll();
  if (roll < 15) phrase.determiner = Determiner::kIndefinite;
  if (roll >= 80) phrase.determiner = roll < 90 ? Determiner::kThis : suited(possessive(), noun);
  if (dice_.chance(20)) {
    phrase.adjective = &dice_.pick_where(adjectives(), [&](const Adjective& adjective) {
      return (adjective.classes & noun.classes) != 0;
    });
  }
  return phrase;
}

Adverbial PhraseSampler::city(std::string_view english, std::string_view german) {
  return {std::string(english), std::string(german), Case::kDative,
          NounPhrase{.name = &dice_.pick(cities())}};
}

Adverbial PhraseSampler::location() {
  const int roll = dice_.roll();
  if (roll < 30) return city("in", "in");
  const Noun& noun = dice_.pick_where(
      nouns(), [](const Noun& candidate) { return (candidate.classes & kPlace) != 0; });
  return {std::string(noun.english_at), std::string(noun.german_at), Case::kDative,
          place_phrase(noun)};
}

Adverbial PhraseSampler::direction() {
  if (dice_.chance(25)) return city("to", "nach");
  const Noun& noun = dice_.pick_where(
      nouns(), [](const Noun& candidate) { return (candidate.classes & kPlace) != 0; });
  const Case german_case = noun.german_to == "zu" ? Case::kDative : Case::kAccusative;
  return {"to", std::string(noun.german_to), german_case, place_phrase(noun)};
}

Adverbial PhraseSampler::position(Case german_case) {
  const Preposition& preposition = dice_.pick(positions());
  const Noun& noun = dice_.pick_where(nouns(), [&](const Noun& candidate) {
    return (candidate.classes & preposition.classes) != 0;
  });
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
