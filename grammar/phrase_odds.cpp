#include "grammar/phrase_odds.h"

#include <algorithm>

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

double num_nouns_of(Classes classes) {
  return static_cast<double>(
      std::ranges::count_if(nouns(), [&](const Noun& noun) { return has_class(noun, classes); }));
}

double num_persons_of(Classes classes) {
  return static_cast<double>(std::ranges::count_if(nouns(), [&](const Noun& noun) {
    return has_class(noun, classes) && has_class(noun, kPerson);
  }));
}

}  // namespace

Classes classes_of(const NounPhrase& noun_phrase) {
  return noun_phrase.noun ? noun_phrase.noun->classes : kPerson;
}

bool is_countable(const Noun& noun) { return !noun.is_mass() && !has_class(noun, kOnlyOne); }

bool is_excluded(const NounPhrase& phrase, const PhraseRequest& request) {
  if (!request.besides) return false;
  const NounPhrase& others = *request.besides;
  return is_same(phrase, others) || (others.conjunct && is_same(phrase, *others.conjunct));
}

HeadOdds::HeadOdds(const PhraseRequest& request) : request_(request) {
  const double num_nouns = num_nouns_of(request.classes);
  one_noun_ = 1 / num_nouns;
  persons_ = num_persons_of(request.classes) / num_nouns;
  if (!request.besides) return;
  // A person is never joined to themself, so both phrases exclude different heads.
  excluded_ = of_all_like(*request.besides);
  if (request.besides->conjunct) excluded_ += of_all_like(*request.besides->conjunct);
}

double HeadOdds::of(const NounPhrase& phrase) const {
  return is_excluded(phrase, request_) ? 0 : before_exclusion(phrase) / (1 - excluded_);
}

double HeadOdds::of_pronoun(const Pronoun& pronoun) const {
  const bool is_it = pronoun.english_subject == "it";
  const double num_personal = static_cast<double>(pronouns().size() - 1);
  const double personal = is_it ? 0 : persons_ * request_.personal_pronouns / 100 / num_personal;
  const bool is_they = pronoun.english_subject == "they";
  const int thing_percent = is_it ? kItPercent : is_they ? 100 - kItPercent : 0;
  return personal + (1 - persons_) * request_.thing_pronouns / 100 * thing_percent / 100;
}

double HeadOdds::before_exclusion(const NounPhrase& phrase) const {
  if (phrase.pronoun) return of_pronoun(*phrase.pronoun);
  if (phrase.name) return persons_ * kNamePercent / 100 / static_cast<double>(people().size());
  if (!has_class(*phrase.noun, request_.classes)) return 0;
  const bool is_person = has_class(*phrase.noun, kPerson);
  const int others =
      is_person ? request_.personal_pronouns + kNamePercent : request_.thing_pronouns;
  return one_noun_ * (100 - others) / 100;
}

/// Sums the odds of all heads that count as the same.
double HeadOdds::of_all_like(const NounPhrase& phrase) const {
  if (!phrase.pronoun) return before_exclusion(phrase);
  double total = 0;
  for (const Pronoun& pronoun : pronouns()) {
    if (is_same({.pronoun = pronoun}, phrase)) total += of_pronoun(pronoun);
  }
  return total;
}

double owner_odds(const Noun& noun, Reference reference) {
  const auto possessives = [&](Number number) {
    const DeterminerOdds odds = determiner_odds(noun_determiners(noun, number), noun, reference);
    return kNumPossessives * odds_of(odds, Determiner::kMy);
  };
  const double plural = is_countable(noun) ? kPluralPercent / 100.0 : 0;
  const double owned =
      (1 - plural) * possessives(Number::kSingular) + plural * possessives(Number::kPlural);
  return owned * kOwnerPercent / 100;
}

double adjective_odds(const NounPhrase& phrase) {
  if (!phrase.noun) return 1;
  if (!phrase.adjective) return (100 - kAdjectivePercent) / 100.0;
  const auto num_fitting = std::ranges::count_if(adjectives(), [&](const Adjective& adjective) {
    return has_class(adjective, phrase.noun->classes);
  });
  return kAdjectivePercent / 100.0 / static_cast<double>(num_fitting);
}

}  // namespace dragoman::grammar
