#include "grammar/clause_sampler.h"

namespace dragoman::grammar {
namespace {

constexpr int kJoinedPercent = 8;
constexpr int kMostOfMeasures = 99;
constexpr int kMostOfPrices = 999;

}  // namespace

Clause ClauseSampler::clause(const ClauseRequest& request) {
  spent_ = {};
  Clause clause = start_clause(draw_verb(request), request);
  add_modal(clause);
  add_objects(clause);
  if (is_said_of_subject(*clause.verb)) add_predicate(clause);
  add_place(clause);
  if (request.adverbials && clause.verb->aspect != Aspect::kState) add_adverbials(clause);
  const double before = dice_.nats();
  if (request.fronting && clause.time && dice_.chance(40)) clause.front = Role::kTime;
  spent_.fronting = dice_.nats() - before;
  add_relatives(clause, request);
  return clause;
}

Clause ClauseSampler::clause_before_clause(const Verb& verb, Tense tense) {
  Clause clause = start_clause(verb, {.tense = tense});
  if (verb.english == "ask" && dice_.chance(40)) {
    clause.object = phrases_.noun_phrase({.classes = kPerson, .besides = &clause.subject});
  }
  return clause;
}

const Verb& ClauseSampler::draw_verb(const ClauseRequest& request) {
  const double before = dice_.nats();
  const int roll = dice_.roll();
  const Verb& verb = dice_.pick_where(
      verbs(), [&](const Verb& candidate) { return fits(candidate, request, roll); });
  dice_.restore(before);
  dice_.count(verb_odds(verb, request));
  return verb;
}

Clause ClauseSampler::start_clause(const Verb& verb, const ClauseRequest& request) {
  Clause clause{.verb = &verb, .tense = request.tense};
  const bool negatable = request.negation && verb.complement != Complement::kMeasure;
  clause.negated = negatable && dice_.chance(15);
  const double before = dice_.nats();
  clause.subject = draw_subject(verb, clause.negated);
  spent_.subject = dice_.nats() - before;
  return clause;
}

NounPhrase ClauseSampler::draw_subject(const Verb& verb, bool negated) {
  if (verb.subjects == kWeather) {
    const auto is_it = [](const Pronoun& pronoun) { return pronoun.english_subject == "it"; };
    return {.pronoun = dice_.pick_where(pronouns(), is_it)};
  }
  const bool known = negated || is_said_of_subject(verb);
  const Reference reference = known ? Reference::kDefinite : Reference::kAny;
  NounPhrase subject = phrases_.noun_phrase({.classes = verb.subjects, .reference = reference});
  const bool may_join = !subject.pronoun && (classes_of(subject) & kPerson) != 0;
  if (may_join) join_person(subject, reference);
  return subject;
}

/// Joins a person: "Anna and the man", but not "Anna and Peter's mother", which is ambiguous.
void ClauseSampler::join_person(NounPhrase& subject, Reference reference) {
  const PhraseRequest request{
      .classes = kPerson, .reference = reference, .personal_pronouns = 0, .besides = &subject};
  const double before = dice_.nats();
  if (dice_.chance(kJoinedPercent)) {
    const NounPhrase second = phrases_.noun_phrase(request);
    if (!second.possessor) subject.conjunct = std::make_shared<const NounPhrase>(second);
  }
  if (subject.conjunct) return;
  const double owned = HeadOdds(request).mean(
      [&](const NounPhrase& head) { return head.noun ? owner_odds(*head.noun, reference) : 0.0; });
  dice_.restore(before);
  dice_.count(1 - kJoinedPercent / 100.0 * (1 - owned));
}

void ClauseSampler::add_modal(Clause& clause) {
  const bool living = (classes_of(clause.subject) & kLiving) != 0;
  const bool weather = clause.verb->subjects == kWeather;
  const bool possible = clause.tense != Tense::kFuture && living && !weather;
  if (!possible || clause.verb->aspect == Aspect::kState || !dice_.chance(22)) return;
  clause.modal = &dice_.pick_where(modals(), [&](const Modal& modal) {
    return modal.tense == clause.tense && (modal.negatable || !clause.negated);
  });
}

void ClauseSampler::add_objects(Clause& clause) {
  const Verb& verb = *clause.verb;
  if (verb.objects == 0) return;
  const double before = dice_.nats();
  clause.object = phrases_.noun_phrase(object_request(clause));
  spent_.object = dice_.nats() - before;
  if (verb.complement != Complement::kRecipient) return;
  const Reference reference = clause.negated ? Reference::kDefinite : Reference::kAny;
  clause.recipient = phrases_.noun_phrase(
      {.classes = kPerson, .reference = reference, .besides = &clause.subject});
  spent_.recipient = dice_.nats() - before - spent_.object;
}

PhraseRequest ClauseSampler::object_request(const Clause& clause) const {
  const bool accusative = takes_accusative(*clause.verb);
  PhraseRequest request{.classes = clause.verb->objects, .personal_pronouns = 25};
  request.besides = &clause.subject;
  if (accusative) request.thing_pronouns = 8;
  if (clause.negated) {
    request.reference = accusative ? Reference::kNoQuantity : Reference::kDefinite;
  }
  return request;
}

void ClauseSampler::add_predicate(Clause& clause) {
  clause.predicate.emplace();
  if (clause.verb->complement == Complement::kMeasure) {
    clause.predicate->count = draw_amount(clause.verb->english == "cost");
    return;
  }
  const double before = dice_.nats();
  phrases_.drop_adjective(clause.subject);
  spent_.subject += dice_.nats() - before;
  clause.predicate->adjective = &dice_.pick_of(adjectives(), classes_of(clause.subject));
  const bool comparable = !clause.predicate->adjective->english_comparative.empty();
  if (comparable && dice_.chance(35)) {
    add_comparison(clause);
  } else if (comparable && dice_.chance(40)) {
    clause.predicate->degree = &dice_.pick(degrees());
  }
}

/// Draws 2 to 99; half of the prices are 2 to 999.
int ClauseSampler::draw_amount(bool is_price) {
  if (!is_price) return dice_.between(2, kMostOfMeasures);
  const double before = dice_.nats();
  const int amount = dice_.between(2, dice_.chance(50) ? kMostOfPrices : kMostOfMeasures);
  dice_.restore(before);
  const double if_small = amount <= kMostOfMeasures ? 1.0 / (kMostOfMeasures - 1) : 0;
  dice_.count(0.5 * if_small + 0.5 / (kMostOfPrices - 1));
  return amount;
}

void ClauseSampler::add_comparison(Clause& clause) {
  clause.predicate->standard = phrases_.noun_phrase(
      {.classes = classes_of(clause.subject) & clause.predicate->adjective->classes,
       .reference = Reference::kDefinite,
       .besides = &clause.subject});
}

}  // namespace dragoman::grammar
