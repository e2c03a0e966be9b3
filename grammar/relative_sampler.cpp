#include "grammar/clause_sampler.h"

namespace dragoman::grammar {
namespace {

constexpr int kSubjectPercent = 8;
constexpr int kObjectPercent = 35;

/// A relative clause identifies a noun; a noun that is known already needs none.
bool can_carry_relative(const NounPhrase& phrase) {
  const bool open = phrase.determiner == Determiner::kDefinite ||
                    phrase.determiner == Determiner::kIndefinite ||
                    phrase.determiner == Determiner::kEvery;
  return phrase.noun && !phrase.conjunct && !phrase.possessor && open;
}

/// True if the object ends the English clause. Words after its relative clause then belong to that
/// clause alone.
bool object_is_last(const Clause& clause) {
  const bool time_follows = clause.time && clause.front != Role::kTime;
  return !time_follows && !clause.place && !clause.companion && !clause.manner;
}

NounPhrase relative_phrase(const NounPhrase& head) {
  const bool person = has_class(*head.noun, kPerson);
  return {.pronoun = relative_pronoun(head.noun->gender, head.number, person)};
}

/// True for verbs of relative clauses. The English form must show the tense.
bool is_plain(const Verb& verb, Tense tense) {
  if (tense == Tense::kPast && has_ambiguous_past(verb)) return false;
  return verb.subjects != kWeather &&
         (verb.complement == Complement::kNone || verb.complement == Complement::kRecipient ||
          verb.complement == Complement::kLocation || verb.complement == Complement::kDirection);
}

}  // namespace

void ClauseSampler::add_relatives(Clause& clause, const ClauseRequest& request) {
  const bool by_subject = can_carry_relative(clause.subject);
  const bool by_object = clause.object && can_carry_relative(*clause.object) &&
                         object_is_last(clause) && !clause.negated;
  // Permission for relative clauses shows only in sentences that have one.
  const double allowed = request.relatives_at_random ? 0.5 : request.relatives ? 1 : 0;
  const double subject_odds = by_subject ? allowed * kSubjectPercent / 100 : 0;
  const double object_odds = by_object ? (allowed - subject_odds) * kObjectPercent / 100 : 0;
  if (request.relatives && by_subject && dice_.roll() < kSubjectPercent) {
    dice_.count(subject_odds);
    clause.subject.relative = relative(clause.subject);
  } else if (request.relatives && by_object && dice_.roll() < kObjectPercent) {
    dice_.count(object_odds);
    clause.object->relative = relative(*clause.object);
  } else {
    dice_.count(1 - subject_odds - object_odds);
  }
}

std::shared_ptr<const Clause> ClauseSampler::relative(const NounPhrase& head) {
  const bool living = (classes_of(head) & kLiving) != 0;
  return living && dice_.chance(50) ? relative_of_subject(head) : relative_of_object(head);
}

std::shared_ptr<const Clause> ClauseSampler::relative_of_subject(const NounPhrase& head) {
  Clause clause;
  clause.tense = dice_.chance(50) ? Tense::kPresent : Tense::kPast;
  clause.verb = &dice_.pick_where(verbs(), [&](const Verb& verb) {
    return is_plain(verb, clause.tense) && (verb.subjects & classes_of(head)) != 0;
  });
  clause.subject = head;
  add_modal(clause);
  add_objects(clause);
  add_place(clause);
  clause.subject = relative_phrase(head);
  return std::make_shared<const Clause>(std::move(clause));
}

std::shared_ptr<const Clause> ClauseSampler::relative_of_object(const NounPhrase& head) {
  Clause clause;
  clause.tense = dice_.chance(40) ? Tense::kPresent : Tense::kPast;
  clause.verb = &dice_.pick_where(verbs(), [&](const Verb& verb) {
    return is_plain(verb, clause.tense) && (verb.objects & classes_of(head)) != 0;
  });
  clause.subject = phrases_.noun_phrase(
      {.classes = clause.verb->subjects, .personal_pronouns = 40, .besides = &head});
  add_modal(clause);
  if (clause.verb->complement == Complement::kRecipient) {
    clause.recipient = phrases_.noun_phrase({.classes = kPerson, .besides = &clause.subject});
  }
  clause.object = relative_phrase(head);
  clause.front = Role::kObject;
  return std::make_shared<const Clause>(std::move(clause));
}

}  // namespace dragoman::grammar
