#include "grammar/german_fields.h"

#include "grammar/german.h"
#include "grammar/german_phrases.h"
#include "grammar/numbers.h"
#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

bool has_prepositional_object(const Clause& clause) {
  return !clause.verb->german_preposition.empty();
}

/// True if "kein" negates the clause: its object would otherwise have "ein" or no determiner.
bool is_negated_by_kein(const Clause& clause) {
  if (!clause.negated || !clause.object || has_prepositional_object(clause)) return false;
  const NounPhrase& object = *clause.object;
  const bool bare =
      object.determiner == Determiner::kIndefinite || object.determiner == Determiner::kNone;
  return object.noun && !object.possessor && bare;
}

bool is_pronoun(const std::optional<NounPhrase>& noun_phrase) {
  return noun_phrase && noun_phrase->pronoun;
}

/// Returns a noun's relative clause between commas.
Words relative_of(const NounPhrase& noun_phrase) {
  Words words;
  if (!noun_phrase.relative) return words;
  append_comma(words);
  append(words, german_clause(*noun_phrase.relative, VerbPosition::kLast));
  append_comma(words);
  return words;
}

Words object_words(const Clause& clause) {
  const Verb& verb = *clause.verb;
  if (has_prepositional_object(clause)) {
    const Word preposition{
        std::string(verb.german_preposition),
        {{&clause, verb.preposition.empty() ? Part::kVerb : Part::kPreposition}}};
    return german_prepositional_phrase(preposition, *clause.object, verb.object_case);
  }
  if (!is_negated_by_kein(clause)) return german_noun_phrase(*clause.object, verb.object_case);
  NounPhrase object = *clause.object;
  object.copied_from = &*clause.object;
  object.determiner = Determiner::kNo;
  Words words = german_noun_phrase(object, verb.object_case);
  words.front().origins.push_back({&clause, Part::kNegation});
  return words;
}

Words predicate_words(const Clause& clause) {
  const Predicate& said = *clause.predicate;
  Words words;
  if (clause.verb->complement == Complement::kMeasure) {
    append(words, german_number_of(said.count), {{&said, Part::kCount}});
    append(words, clause.verb->german_unit, {{&said, Part::kUnit}});
    return words;
  }
  if (said.degree) {
    const bool differs = clause.negated && !said.degree->german_negated.empty();
    append(words, differs ? said.degree->german_negated : said.degree->german,
           {{&said, Part::kDegree}});
  }
  append(words, said.standard ? said.adjective->german_comparative : said.adjective->german,
         {{&said, Part::kAdjective}});
  if (said.standard) {
    append(words, "als", {{&said, Part::kThan}});
    append(words, german_noun_phrase(*said.standard, Case::kNominative));
  }
  return words;
}

Words adverbial_words(const std::optional<Adverbial>& adverbial) {
  return adverbial ? german_adverbial(*adverbial) : Words{};
}

Words adverb_words(const Clause& clause, const Adverb* adverb, Part part) {
  if (!adverb) return {};
  return {{std::string(adverb->german), {{&clause, part}}}};
}

Field make_field(const Clause& clause, Role role) {
  switch (role) {
    case Role::kSubject:
      return {role, german_noun_phrase(clause.subject, Case::kNominative),
              relative_of(clause.subject)};
    case Role::kObject:
      if (!clause.object) return {};
      return {role, object_words(clause), relative_of(*clause.object)};
    case Role::kRecipient:
      if (!clause.recipient) return {};
      return {role, german_noun_phrase(*clause.recipient, Case::kDative),
              relative_of(*clause.recipient)};
    case Role::kReflexive:
      if (!clause.verb->reflexive) return {};
      return {role,
              {{std::string(reflexive_pronoun(agreement_of(clause.subject))),
                {{&clause, Part::kVerb}}}},
              {}};
    case Role::kNegation:
      if (!clause.negated || is_negated_by_kein(clause)) return {};
      return {role, {{"nicht", {{&clause, Part::kNegation}}}}, {}};
    case Role::kFrequency:
      return {role, adverb_words(clause, clause.frequency, Part::kFrequency), {}};
    case Role::kManner:
      return {role, adverb_words(clause, clause.manner, Part::kManner), {}};
    case Role::kTime:
      return {role, adverbial_words(clause.time), {}};
    case Role::kPlace:
      return {role, adverbial_words(clause.place), {}};
    case Role::kCompanion:
      return {role, adverbial_words(clause.companion), {}};
    case Role::kPredicate:
      return {role, clause.predicate ? predicate_words(clause) : Words{}, {}};
    case Role::kNone:
      break;
  }
  return {};
}

/// Appends noun objects after the time, but before it if "nicht" follows: "hat den Hund gestern
/// nicht gesehen".
void append_nouns_and_time(std::vector<Role>& order, const Clause& clause) {
  const bool late_object = has_prepositional_object(clause) || is_pronoun(clause.object);
  const bool nicht_follows = clause.negated && !is_negated_by_kein(clause);
  if (!is_pronoun(clause.recipient)) order.push_back(Role::kRecipient);
  if (!nicht_follows) order.insert(order.end(), {Role::kTime, Role::kFrequency});
  if (!late_object) order.push_back(Role::kObject);
  if (nicht_follows) order.push_back(Role::kTime);
}

/// A noun subject follows "sich" and a single dative pronoun: "hat mir der Mann geholfen".
std::vector<Role> pronouns_and_subject(const Clause& clause) {
  std::vector<Role> roles;
  const bool object = is_pronoun(clause.object) && !has_prepositional_object(clause);
  if (object) roles.push_back(Role::kObject);
  if (clause.verb->reflexive) roles.push_back(Role::kReflexive);
  if (is_pronoun(clause.recipient)) roles.push_back(Role::kRecipient);
  const bool accusative =
      object && clause.front != Role::kObject && clause.verb->object_case == Case::kAccusative;
  const bool subject_first = clause.subject.pronoun || accusative;
  roles.insert(subject_first ? roles.begin() : roles.end(), Role::kSubject);
  return roles;
}

std::vector<Role> order_of(const Clause& clause) {
  const bool prepositional = has_prepositional_object(clause);
  std::vector<Role> order = pronouns_and_subject(clause);
  append_nouns_and_time(order, clause);
  order.insert(order.end(), {Role::kNegation, Role::kManner, Role::kCompanion});
  if (prepositional) order.push_back(Role::kObject);
  order.insert(order.end(), {Role::kPlace, Role::kPredicate});
  return order;
}

}  // namespace

std::vector<Field> middle_field(const Clause& clause) {
  std::vector<Field> fields;
  for (const Role role : order_of(clause)) {
    Field field = make_field(clause, role);
    if (!field.words.empty()) fields.push_back(std::move(field));
  }
  return fields;
}

}  // namespace dragoman::grammar
