#include "data/grammar_clause_sampler.h"

namespace dragoman::grammar {
namespace {

Adverbial question_word(std::string_view english, std::string_view german) {
  return {std::string(english), std::string(german), Case::kDative, std::nullopt};
}

bool is_toward(const Verb& verb) {
  return verb.complement == Complement::kDirection || verb.complement == Complement::kJourney ||
         verb.complement == Complement::kOnto;
}

NounPhrase who_or_what(bool person) { return {.pronoun = interrogative_pronoun(person)}; }

/// "What" asks for an object in the accusative; German has no plain word for it elsewhere.
bool what_is_possible(const Verb& verb) {
  return verb.german_preposition.empty() && verb.object_case == Case::kAccusative;
}

}  // namespace

Clause ClauseSampler::question(Tense tense) {
  Clause asked = clause(
      {.tense = tense, .weather = true, .measures = true, .relatives = false, .negation = false});
  asked.question = true;
  asked.front = Role::kNone;
  const int roll = dice_.roll();
  if (roll < 40) return asked;
  if (roll < 55 && ask_subject(asked)) return asked;
  if (roll < 80 && ask_object(asked)) return asked;
  ask_adverbial(asked);
  return asked;
}

bool ClauseSampler::ask_subject(Clause& clause) {
  if (clause.verb->subjects == kWeather) return false;
  const bool person = (classes_of(clause.subject) & kPerson) != 0;
  if (person && (!clause.subject.noun || dice_.chance(50))) {
    clause.subject = who_or_what(true);
  } else {
    clause.subject = phrases_.which_phrase(*clause.subject.noun);
  }
  clause.front = Role::kSubject;
  return true;
}

bool ClauseSampler::ask_object(Clause& clause) {
  if (!clause.object) return false;
  const Noun* noun = clause.object->noun;
  const bool person = ((noun ? noun->classes : clause.verb->objects) & kPerson) != 0;
  const bool with_pronoun = person || what_is_possible(*clause.verb);
  if (!noun && !with_pronoun) return false;
  if (clause.recipient && dice_.chance(40)) {
    clause.recipient = who_or_what(true);
    clause.front = Role::kRecipient;
    return true;
  }
  if (with_pronoun && (!noun || dice_.chance(50))) {
    clause.object = who_or_what(person);
  } else {
    clause.object = phrases_.which_phrase(*noun);
  }
  clause.front = Role::kObject;
  return true;
}

void ClauseSampler::ask_adverbial(Clause& clause) {
  if (clause.place && dice_.chance(60)) {
    clause.place =
        is_toward(*clause.verb) ? question_word("where", "wohin") : question_word("where", "wo");
    clause.front = Role::kPlace;
    return;
  }
  const bool is_state = clause.verb->aspect == Aspect::kState;
  clause.time =
      is_state || dice_.chance(50) ? question_word("why", "warum") : question_word("when", "wann");
  clause.front = Role::kTime;
}

}  // namespace dragoman::grammar
