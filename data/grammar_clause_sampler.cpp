#include "data/grammar_clause_sampler.h"

namespace dragoman::grammar {
namespace {

bool takes_clause(const Verb& verb) {
  return verb.complement == Complement::kThat || verb.complement == Complement::kWhether;
}

bool is_said_of_subject(const Verb& verb) {
  return verb.complement == Complement::kAdjective || verb.complement == Complement::kMeasure;
}

bool takes_direction(const Verb& verb) {
  return verb.complement == Complement::kDirection || verb.complement == Complement::kJourney;
}

/// The English past of such a verb looks like its present: "they read", "they cost".
bool has_ambiguous_past(const Verb& verb) { return verb.past == verb.english; }

bool is_definite(const NounPhrase& phrase) {
  return !phrase.noun || phrase.possessor || phrase.determiner == Determiner::kDefinite ||
         phrase.determiner == Determiner::kThis;
}

bool takes_accusative(const Verb& verb) {
  return verb.german_preposition.empty() && verb.object_case == Case::kAccusative;
}

/// Things done at a place: not arriving or getting up, which belong to one anyway.
bool may_be_somewhere(const Clause& clause) {
  const Verb& verb = *clause.verb;
  if (verb.complement != Complement::kNone || verb.aspect == Aspect::kState) return false;
  if (!clause.object) return verb.aspect == Aspect::kActivity || verb.subjects == kWeather;
  const bool is_place = clause.object->noun && (clause.object->noun->classes & kPlace) != 0;
  return takes_accusative(verb) && !is_place;
}

}  // namespace

Clause ClauseSampler::clause(const ClauseRequest& request) {
  Clause clause = start_clause(draw_verb(request), request);
  add_modal(clause);
  add_objects(clause);
  if (is_said_of_subject(*clause.verb)) add_predicate(clause);
  add_place(clause);
  if (request.adverbials && clause.verb->aspect != Aspect::kState) add_adverbials(clause);
  if (request.fronting && clause.time && dice_.chance(40)) clause.front = Role::kTime;
  if (request.relatives) add_relatives(clause, 8);
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
  const int roll = dice_.roll();
  const auto fits = [&](const Verb& verb) {
    if (request.tense == Tense::kPast && has_ambiguous_past(verb)) return false;
    if (verb.subjects == kWeather && !request.weather) return false;
    if (roll < 6 && request.measures) return verb.complement == Complement::kMeasure;
    if (roll < 20) return verb.complement == Complement::kAdjective;
    if (roll < 28) return takes_direction(verb) || verb.complement == Complement::kLocation;
    if (roll < 36) return verb.complement == Complement::kRecipient;
    return !takes_clause(verb) && !is_said_of_subject(verb);
  };
  return dice_.pick_where(verbs(), fits);
}

Clause ClauseSampler::start_clause(const Verb& verb, const ClauseRequest& request) {
  Clause clause{.verb = &verb, .tense = request.tense};
  const bool negatable = request.negation && verb.complement != Complement::kMeasure;
  clause.negated = negatable && dice_.chance(15);
  clause.subject = draw_subject(verb, clause.negated);
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
  if (may_join && dice_.chance(8)) join_person(subject, reference);
  return subject;
}

/// "Anna and the man", but not "Anna and Peter's mother", which can be read in two ways.
void ClauseSampler::join_person(NounPhrase& subject, Reference reference) {
  const NounPhrase second = phrases_.noun_phrase(
      {.classes = kPerson, .reference = reference, .personal_pronouns = 0, .besides = &subject});
  if (!second.possessor) subject.conjunct = std::make_shared<const NounPhrase>(second);
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
  PhraseRequest request{.classes = verb.objects, .personal_pronouns = 25};
  request.besides = &clause.subject;
  if (takes_accusative(verb)) request.thing_pronouns = 8;
  if (clause.negated) {
    request.reference = takes_accusative(verb) ? Reference::kNoQuantity : Reference::kDefinite;
  }
  clause.object = phrases_.noun_phrase(request);
  if (verb.complement != Complement::kRecipient) return;
  const Reference reference = clause.negated ? Reference::kDefinite : Reference::kAny;
  clause.recipient = phrases_.noun_phrase(
      {.classes = kPerson, .reference = reference, .besides = &clause.subject});
}

void ClauseSampler::add_predicate(Clause& clause) {
  clause.predicate.emplace();
  if (clause.verb->complement == Complement::kMeasure) {
    const bool is_price = clause.verb->english == "cost";
    clause.predicate->count = dice_.between(2, is_price && dice_.chance(50) ? 999 : 99);
    return;
  }
  clause.subject.adjective = nullptr;
  const Classes classes = classes_of(clause.subject);
  clause.predicate->adjective = &dice_.pick_where(
      adjectives(), [&](const Adjective& adjective) { return (adjective.classes & classes) != 0; });
  const bool comparable = !clause.predicate->adjective->english_comparative.empty();
  if (comparable && dice_.chance(35)) {
    add_comparison(clause);
  } else if (comparable && dice_.chance(40)) {
    clause.predicate->degree = &dice_.pick(degrees());
  }
}

void ClauseSampler::add_comparison(Clause& clause) {
  clause.predicate->standard = phrases_.noun_phrase(
      {.classes = classes_of(clause.subject) & clause.predicate->adjective->classes,
       .reference = Reference::kDefinite,
       .besides = &clause.subject});
}

void ClauseSampler::add_place(Clause& clause) {
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
}

void ClauseSampler::add_adverbials(Clause& clause) {
  const Verb& verb = *clause.verb;
  const bool by_transport = verb.complement == Complement::kJourney && dice_.chance(40);
  if (by_transport) {
    const Adverb& transport = dice_.pick(transports());
    clause.companion = Adverbial{std::string(transport.english), std::string(transport.german)};
  }
  if (may_be_somewhere(clause) && dice_.chance(22)) clause.place = phrases_.location();
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
  if (roll < 40) {
    clause.time = phrases_.time(clause.tense, clause.negated);
  } else if (roll < 55 && usual) {
    clause.frequency = &dice_.pick(frequencies());
  }
}

}  // namespace dragoman::grammar
