#include "grammar/german.h"

#include <algorithm>

#include "grammar/german_fields.h"
#include "grammar/german_verbs.h"
#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

/// The finite verb, and the infinitive, participle or separable prefix that closes the clause.
struct VerbBracket {
  Word finite;
  Word right;
  bool is_prefix = false;
};

VerbBracket verb_bracket(const Clause& clause) {
  const Verb& verb = *clause.verb;
  const Agreement agreement = agreement_of(clause.subject);
  const Origin verb_itself{&clause, Part::kVerb}, carrier{&clause, Part::kTense};
  if (clause.modal) {
    const Modal& modal = *clause.modal;
    const bool past = modal.tense == Tense::kPast;
    return {{past ? german_preterite(modal.german, agreement)
                  : german_present(modal.german, "", agreement),
             {{&clause, Part::kModal}}},
            {german_infinitive(verb), {verb_itself}}};
  }
  if (clause.tense == Tense::kFuture) {
    return {{german_present("werden", "", agreement), {carrier}},
            {german_infinitive(verb), {verb_itself}}};
  }
  if (clause.tense == Tense::kPresent) {
    return {{german_present(verb.german, verb.changed, agreement), {carrier, verb_itself}},
            {std::string(verb.prefix), {verb_itself}},
            true};
  }
  const std::string preterite = german_preterite(verb.german, agreement);
  if (!preterite.empty()) return {{preterite, {carrier, verb_itself}}, {}};
  return {{german_present(verb.with_sein ? "sein" : "haben", "", agreement), {carrier}},
          {german_participle(verb), {verb_itself}}};
}

/// Removes from the middle field the field that opens the clause, and returns it.
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
    append(words, bracket.right.text + bracket.finite.text, bracket.finite.origins);
    return;
  }
  append(words, bracket.right);
  append(words, bracket.finite);
}

/// True if the clause says that something happens again and again: "often", "every day".
bool is_habit(const Clause& clause) {
  return clause.frequency || (clause.time && clause.time->german.starts_with("jeden "));
}

Words german_conjunction_and_clause(const Sentence& sentence) {
  const Conjunction& conjunction = sentence.conjunction;
  const bool is_past = sentence.second.tense == Tense::kPast && !is_habit(sentence.second) &&
                       !conjunction.german_past.empty();
  const bool keeps_order = sentence.link == Link::kCoordinate;
  Words words;
  append(words, is_past ? conjunction.german_past : conjunction.german,
         {{&sentence, Part::kConjunction}});
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
  // The relative clause of the last field goes behind the verbs.
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

Words german_words(const Sentence& sentence) {
  const Words main = german_clause(sentence.main, position_in_main(sentence));
  const bool is_und = sentence.link == Link::kCoordinate && sentence.conjunction.german == "und";
  Words words;
  if (sentence.second_first) {
    append(words, german_conjunction_and_clause(sentence));
    append_comma(words);
    append(words, main);
  } else {
    append(words, main);
    if (sentence.link != Link::kNone) {
      if (!is_und) append_comma(words);
      append(words, german_conjunction_and_clause(sentence));
    }
  }
  return words;
}

std::string german_sentence(const Sentence& sentence) {
  return write_sentence(german_words(sentence), final_mark(sentence));
}

}  // namespace dragoman::grammar
