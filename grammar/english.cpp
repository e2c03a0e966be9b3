#include "grammar/english.h"

#include "grammar/english_forms.h"
#include "grammar/english_phrases.h"
#include "grammar/numbers.h"
#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

/// The auxiliary ("is", "does", "can"), which inversion moves before the subject, and the other
/// verbs.
struct VerbGroup {
  Word auxiliary;
  Words rest;
};

/// True if subject and auxiliary are inverted: in questions, unless they ask for the subject.
bool is_inverted(const Clause& clause) { return clause.question && clause.front != Role::kSubject; }

/// Returns the verb that carries tense: the main verb, or "want", "have" of a modal with "to".
VerbGroup finite_group(const Clause& clause, std::string_view verb, std::string_view irregular_past,
                       Tense tense) {
  const Part part = clause.modal ? Part::kModal : Part::kVerb;
  const Origin carrier{&clause, clause.modal ? Part::kModal : Part::kTense};
  const Agreement agreement = agreement_of(clause.subject);
  const bool with_do = clause.negated || is_inverted(clause);
  if (with_do && verb != "be")
    return {{english_do(tense, agreement), {carrier}}, {{std::string(verb), {{&clause, part}}}}};
  const std::string form = tense == Tense::kPast ? english_past(verb, irregular_past, agreement)
                                                 : english_present(verb, agreement);
  const Word finite{form, {carrier, {&clause, part}}};
  if (verb == "be") return {finite, {}};
  return {{}, {finite}};
}

VerbGroup modal_group(const Clause& clause, const Modal& modal) {
  const Origins origins = {{&clause, Part::kModal}};
  VerbGroup group{{std::string(modal.auxiliary), origins}, {}};
  if (modal.auxiliary.empty()) {
    const std::string_view irregular_past = modal.verb == "have" ? "had" : "";
    group = finite_group(clause, modal.verb, irregular_past, modal.tense);
  }
  append(group.rest, modal.rest, origins);
  append(group.rest, clause.verb->english, {{&clause, Part::kVerb}});
  return group;
}

VerbGroup verb_group(const Clause& clause) {
  const Verb& verb = *clause.verb;
  if (clause.modal) return modal_group(clause, *clause.modal);
  if (clause.tense == Tense::kFuture) {
    return {{"will", {{&clause, Part::kTense}}},
            {{std::string(verb.english), {{&clause, Part::kVerb}}}}};
  }
  return finite_group(clause, verb.english, verb.past, clause.tense);
}

Words subject_and_verb(const Clause& clause) {
  const VerbGroup group = verb_group(clause);
  const Words subject = english_noun_phrase(clause.subject, true);
  Words words;
  if (is_inverted(clause)) append(words, group.auxiliary);
  append(words, subject);
  if (!is_inverted(clause)) {
    const Origin negation{&clause, Part::kNegation};
    const bool cannot = clause.negated && group.auxiliary.text == "can";
    append(words, cannot ? Word{"cannot", {{&clause, Part::kModal}, negation}} : group.auxiliary);
    if (clause.negated && !cannot) append(words, "not", {negation});
  }
  if (clause.frequency) append(words, clause.frequency->english, {{&clause, Part::kFrequency}});
  append(words, group.rest);
  return words;
}

/// Returns the object, unless it opens the clause, with particle and preposition: "up the child",
/// "him up", "for him".
Words object_and_particle(const Clause& clause) {
  const Verb& verb = *clause.verb;
  Words object;
  if (clause.object && clause.front != Role::kObject) {
    object = english_noun_phrase(*clause.object, false);
  }
  const bool pronoun_first = clause.object && clause.object->pronoun && !verb.particle.empty();
  Words words;
  if (pronoun_first) append(words, object);
  append(words, verb.particle, {{&clause, Part::kVerb}});
  append(words, verb.preposition,
         {{&clause, verb.german_preposition.empty() ? Part::kVerb : Part::kPreposition}});
  if (!pronoun_first) append(words, object);
  return words;
}

/// Returns both objects: "the man the book", but "it to the man", and "the book to" if the question
/// asks for the recipient.
Words objects(const Clause& clause) {
  const Words object = object_and_particle(clause);
  if (!clause.recipient) return object;
  const bool asked = clause.front == Role::kRecipient;
  const Words recipient = asked ? Words{} : english_noun_phrase(*clause.recipient, false);
  const bool with_to = asked || (clause.object->pronoun && clause.front != Role::kObject);
  Words words = with_to ? object : recipient;
  if (with_to) append(words, "to", {});
  append(words, with_to ? recipient : object);
  return words;
}

Words predicate(const Clause& clause) {
  Words words;
  if (!clause.predicate) return words;
  const Predicate& said = *clause.predicate;
  if (clause.verb->complement == Complement::kMeasure) {
    append(words, english_number(said.count), {{&said, Part::kCount}});
    append(words, clause.verb->english_unit, {{&said, Part::kUnit}});
    return words;
  }
  if (said.degree) append(words, said.degree->english, {{&said, Part::kDegree}});
  append(words, said.standard ? said.adjective->english_comparative : said.adjective->english,
         {{&said, Part::kAdjective}});
  if (said.standard) {
    append(words, "than", {{&said, Part::kThan}});
    append(words, english_noun_phrase(*said.standard, false));
  }
  return words;
}

/// Returns the part that opens the clause before subject and verb, if there is one.
Words opening(const Clause& clause) {
  switch (clause.front) {
    case Role::kObject:
      return english_noun_phrase(*clause.object, false);
    case Role::kRecipient:
      return english_noun_phrase(*clause.recipient, false);
    case Role::kTime:
      return english_adverbial(*clause.time);
    case Role::kPlace:
      return english_adverbial(*clause.place);
    default:
      return {};
  }
}

void append_adverbial(Words& words, const std::optional<Adverbial>& adverbial, bool is_front) {
  if (adverbial && !is_front) append(words, english_adverbial(*adverbial));
}

Words english_conjunction_and_clause(const Sentence& sentence) {
  Words words;
  append(words, sentence.conjunction.english, {{&sentence, Part::kConjunction}});
  append(words, english_clause(sentence.second));
  return words;
}

}  // namespace

Words english_clause(const Clause& clause) {
  Words words = opening(clause);
  append(words, subject_and_verb(clause));
  append(words, objects(clause));
  append(words, predicate(clause));
  if (clause.manner) append(words, clause.manner->english, {{&clause, Part::kManner}});
  append_adverbial(words, clause.place, clause.front == Role::kPlace);
  append_adverbial(words, clause.companion, false);
  append_adverbial(words, clause.time, clause.front == Role::kTime);
  return words;
}

Words english_words(const Sentence& sentence) {
  const Words main = english_clause(sentence.main);
  Words words;
  if (sentence.link == Link::kNone) {
    append(words, main);
  } else if (sentence.second_first) {
    append(words, english_conjunction_and_clause(sentence));
    append_comma(words);
    append(words, main);
  } else {
    append(words, main);
    if (sentence.link == Link::kCoordinate) append_comma(words);
    append(words, english_conjunction_and_clause(sentence));
  }
  return words;
}

std::string english_sentence(const Sentence& sentence) {
  return write_sentence(english_words(sentence), final_mark(sentence));
}

}  // namespace dragoman::grammar
