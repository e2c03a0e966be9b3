#include "grammar/clause_sampler.h"

namespace dragoman::grammar {
namespace {

bool is_toward(const Verb& verb) {
  return takes_direction(verb) || verb.complement == Complement::kOnto;
}

NounPhrase who_or_what(bool person) { return {.pronoun = interrogative_pronoun(person)}; }

bool is_person(const NounPhrase& object, const Verb& verb) {
  return ((object.noun ? object.noun->classes : verb.objects) & kPerson) != 0;
}

/// True if "what" may ask for the object: German has a simple word only for the accusative.
bool can_ask_object(const Clause& clause) {
  return clause.object && (clause.object->noun || is_person(*clause.object, *clause.verb) ||
                           takes_accusative(*clause.verb));
}

/// Probability that a question for this subject says "who" instead of "which man".
double who_odds(const NounPhrase& subject) {
  if ((classes_of(subject) & kPerson) == 0) return 0;
  return subject.noun ? 0.5 : 1;
}

/// Probability that a question for this object says "who" or "what" instead of "which book".
double who_or_what_odds(const NounPhrase& object, const Verb& verb) {
  if (!is_person(object, verb) && !takes_accusative(verb)) return 0;
  return object.noun ? 0.5 : 1;
}

}  // namespace

Clause ClauseSampler::question(Tense tense) {
  Clause asked = clause(
      {.tense = tense, .weather = true, .measures = true, .relatives = false, .negation = false});
  asked.question = true;
  asked.front = Role::kNone;
  take_back(spent_.fronting);
  const bool has_subject = asked.verb->subjects != kWeather;
  const bool has_object = can_ask_object(asked);
  const int roll = dice_.roll();
  if (roll < 40) {
    dice_.count(0.4);
  } else if (roll < 55 && has_subject) {
    dice_.count(0.15);
    ask_subject(asked);
  } else if (roll < 80 && has_object) {
    dice_.count(has_subject ? 0.25 : 0.4);
    ask_object(asked);
  } else {
    dice_.count(0.2 + (has_object ? 0 : has_subject ? 0.25 : 0.4));
    ask_adverbial(asked);
  }
  return asked;
}

void ClauseSampler::ask_subject(Clause& clause) {
  take_back(spent_.subject);
  const HeadOdds odds({.classes = clause.verb->subjects});
  NounPhrase& subject = clause.subject;
  const bool person = (classes_of(subject) & kPerson) != 0;
  if (person && (!subject.noun || dice_.roll() < 50)) {
    dice_.count(odds.mean(who_odds));
    subject = who_or_what(true);
  } else {
    dice_.count(odds.of(subject) * (1 - who_odds(subject)));
    subject = phrases_.which_phrase(*subject.noun);
  }
  clause.front = Role::kSubject;
}

void ClauseSampler::ask_object(Clause& clause) {
  if (clause.recipient && dice_.chance(40)) {
    ask_recipient(clause);
    return;
  }
  take_back(spent_.object);
  const Verb& verb = *clause.verb;
  NounPhrase& object = *clause.object;
  const HeadOdds odds(object_request(clause));
  const bool person = is_person(object, verb);
  const bool with_pronoun = person || takes_accusative(verb);
  if (with_pronoun && (!object.noun || dice_.roll() < 50)) {
    dice_.count(odds.mean([&](const NounPhrase& head) {
      return is_person(head, verb) == person ? who_or_what_odds(head, verb) : 0;
    }));
    object = who_or_what(person);
  } else {
    dice_.count(odds.of(object) * (1 - who_or_what_odds(object, verb)));
    object = phrases_.which_phrase(*object.noun);
  }
  clause.front = Role::kObject;
}

void ClauseSampler::ask_recipient(Clause& clause) {
  take_back(spent_.recipient);
  clause.recipient = who_or_what(true);
  clause.front = Role::kRecipient;
}

void ClauseSampler::ask_adverbial(Clause& clause) {
  if (clause.place && dice_.chance(60)) {
    take_back(spent_.place);
    clause.place = Adverbial{"where", is_toward(*clause.verb) ? "wohin" : "wo"};
    clause.front = Role::kPlace;
    return;
  }
  take_back(spent_.time);
  const bool is_state = clause.verb->aspect == Aspect::kState;
  clause.time =
      is_state || dice_.chance(50) ? Adverbial{"why", "warum"} : Adverbial{"when", "wann"};
  clause.front = Role::kTime;
}

}  // namespace dragoman::grammar
