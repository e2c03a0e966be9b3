#include "grammar/german.h"

#include <algorithm>

#include "grammar/german_fields.h"
#include "grammar/german_verbs.h"
#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

/// The finite verb, and what closes the clause: infinitive, participle or separable prefix.
struct VerbBracket {
  std::string finite;
  std::string right;
  bool is_prefix = false;
};

VerbBracket verb_bracket(const Clause& clause) {
  const Verb& verb = *clause.verb;
  const Agreement agreement = agreement_of(clause.subject);
  if (clause.modal) {
    const Modal& modal = *clause.modal;
    const bool past = modal.tense == Tense::kPast;
    return {past ? german_preterite(modal.german, agreement)
                 : german_present(modal.german, "", agreement),
            german_infinitive(verb)};
  }
  if (clause.tense == Tense::kFuture) {
    return {german_present("werden", "", agreement), german_infinitive(verb)};
  }
  if (clause.tense == Tense::kPresent) {
    return {german_present(verb.german, verb.changed, agreement), std::string(verb.prefix), true};
  }
  const std::string preterite = german_preterite(verb.german, agreement);
  if (!preterite.empty()) return {preterite, ""};
  return {german_present(verb.with_sein ? "sein" : "haben", "", agreement),
          german_participle(verb)};
}

/// Takes the field that opens the clause out of the middle field.
Field take_front(std::vector<Field>& fields, Role front) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& field) { return field.role == front; });
  if (found == fields.end()) return {};
  Field field = std::move(*found);
  fields.erase(found);
  return field;
}

void append_verbs_last(Words& words, const VerbBracket& bracket) {
  if (bracket.is_prefix) {
    append(words, bracket.right + bracket.finite);
    return;
  }
  append(words, bracket.right);
  append(words, bracket.finite);
}

Words german_conjunction_and_clause(const Sentence& sentence) {
  const Conjunction& conjunction = sentence.conjunction;
  const bool is_past = sentence.second.tense == Tense::kPast && !conjunction.german_past.empty();
  const bool keeps_order = sentence.link == Link::kCoordinate;
  Words words;
  append(words, is_past ? conjunction.german_past : conjunction.german);
  append(words,
         german_clause(sentence.second, keeps_order ? VerbPosition::kSecond : VerbPosition::kLast));
  return words;
}

VerbPosition position_in_main(const Sentence& sentence) {
  const bool is_first = sentence.second_first || sentence.main.front == Role::kNone;
  return is_first ? VerbPosition::kFirst : VerbPosition::kSecond;
}

}  // namespace

Words german_clause(const Clause& clause, VerbPosition position) {
  const VerbBracket bracket = verb_bracket(clause);
  std::vector<Field> fields = middle_field(clause);
  Words words;
  if (position != VerbPosition::kFirst) {
    const Field front = take_front(fields, clause.front);
    append(words, front.words);
    append(words, front.relative);
  }
  if (position != VerbPosition::kLast) append(words, bracket.finite);
  // A relative clause of the last field goes behind the verbs.
  Words after;
  if (!fields.empty()) after.swap(fields.back().relative);
  for (const Field& field : fields) {
    append(words, field.words);
    append(words, field.relative);
  }
  if (position == VerbPosition::kLast) {
    append_verbs_last(words, bracket);
  } else {
    append(words, bracket.right);
  }
  append(words, after);
  return words;
}

std::string german_sentence(const Sentence& sentence) {
  const Words main = german_clause(sentence.main, position_in_main(sentence));
  const bool is_und = sentence.link == Link::kCoordinate && sentence.conjunction.german == "und";
  Words words;
  if (sentence.second_first) {
    append(words, german_conjunction_and_clause(sentence));
    append(words, ",");
    append(words, main);
  } else {
    append(words, main);
    if (sentence.link != Link::kNone) {
      if (!is_und) append(words, ",");
      append(words, german_conjunction_and_clause(sentence));
    }
  }
  return write_sentence(words, sentence.main.question ? '?' : '.');
}

}  // namespace dragoman::grammar
