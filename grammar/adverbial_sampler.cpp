#include "grammar/clause_sampler.h"

namespace dragoman::grammar {
namespace {

constexpr int kFirstFrequencyRoll = 40;  // below it, the clause gets a time
constexpr int kFrequencyPercent = 15;

bool is_definite(const NounPhrase& phrase) {
  return !phrase.noun || phrase.possessor || phrase.determiner == Determiner::kDefinite ||
         phrase.determiner == Determiner::kThis;
}

/// True if the clause can have a location. Verbs such as arrive or get up already imply one.
bool may_be_somewhere(const Clause& clause) {
  const Verb& verb = *clause.verb;
  if (verb.complement != Complement::kNone || verb.aspect == Aspect::kState) return false;
  if (!clause.object) return verb.aspect == Aspect::kActivity || verb.subjects == kWeather;
  const bool is_place = clause.object->noun && (clause.object->noun->classes & kPlace) != 0;
  return takes_accusative(verb) && !is_place;
}

}  // namespace

void ClauseSampler::add_place(Clause& clause) {
  const double before = dice_.nats();
  switch (clause.verb->complement) {
    case Complement::kLocation:
      clause.place = clause.verb->aspect != Aspect::kState && dice_.chance(40)
                         ? phrases_.position(Case::kDative)
                         : phrases_.location();
      break;
    case Complement::kDirection:
    case Complement::kJourney:
      clause.place = phrases_.direction();
      break;
    case Complement::kOnto:
      clause.place = phrases_.position(Case::kAccusative);
      break;
    default:
      break;
  }
  spent_.place = dice_.nats() - before;
}

void ClauseSampler::add_adverbials(Clause& clause) {
  const Verb& verb = *clause.verb;
  const bool by_transport = verb.complement == Complement::kJourney && dice_.chance(40);
  if (by_transport) {
    const Adverb& transport = dice_.pick(transports());
    clause.companion = Adverbial{std::string(transport.english), std::string(transport.german)};
  }
  if (may_be_somewhere(clause) && dice_.chance(22)) {
    const double before = dice_.nats();
    clause.place = phrases_.location();
    spent_.place = dice_.nats() - before;
  }
  const bool somewhere = clause.place && !takes_direction(verb);
  const bool company =
      (verb.subjects & kPerson) != 0 && !clause.recipient && !clause.companion && !somewhere;
  if (company && (!clause.object || takes_accusative(verb)) && dice_.chance(10)) {
    clause.companion = phrases_.companion(clause.object.has_value(), clause.subject);
  }
  const bool done_to_something = !clause.object || is_definite(*clause.object);
  if (verb.aspect == Aspect::kActivity && done_to_something && dice_.chance(20)) {
    clause.manner = &dice_.pick(manners());
  }
  if (!(clause.place && clause.companion)) add_time_or_frequency(clause);
}

void ClauseSampler::add_time_or_frequency(Clause& clause) {
  const int roll = dice_.roll();
  const bool usual = clause.tense != Tense::kFuture && !clause.modal && !clause.negated;
  const double frequency_odds = usual ? kFrequencyPercent / 100.0 : 0;
  const bool has_time = roll < kFirstFrequencyRoll;
  if (usual && !has_time && roll < kFirstFrequencyRoll + kFrequencyPercent) {
    dice_.count(frequency_odds);
    clause.frequency = &dice_.pick(frequencies());
    return;
  }
  // The choice of having a time is counted separately, because a question for the time subtracts
  // it.
  dice_.count(1 - frequency_odds);
  const double before = dice_.nats();
  const double time_odds = kFirstFrequencyRoll / 100.0 / (1 - frequency_odds);
  dice_.count(has_time ? time_odds : 1 - time_odds);
  if (has_time) clause.time = phrases_.time(clause.tense, clause.negated);
  spent_.time = dice_.nats() - before;
}

}  // namespace dragoman::grammar
