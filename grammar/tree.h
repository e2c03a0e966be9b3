#pragma once

#include <memory>
#include <optional>

#include "grammar/lexicon.h"

namespace dragoman::grammar {

struct Clause;

/// A noun phrase: a pronoun, a name, or a noun with its dependents. Exactly one of the first three
/// fields is set.
struct NounPhrase {
  std::optional<Pronoun> pronoun = {};
  const Name* name = nullptr;
  const Noun* noun = nullptr;
  Number number = Number::kSingular;
  Determiner determiner = Determiner::kNone;
  int count = 0;  // of kNumeral
  const Adjective* adjective = nullptr;
  std::shared_ptr<const NounPhrase> possessor = {};  // instead of a determiner: my brother's car
  std::shared_ptr<const Clause> relative = {};       // its front role is the relative pronoun's
  std::shared_ptr<const NounPhrase> conjunct = {};   // Anna [and Peter]
  const NounPhrase* copied_from = nullptr;  // the original node of the tree, if this is a copy
};

/// Origin of a word that expresses `part` of the noun phrase.
inline Origin origin_of(const NounPhrase& noun_phrase, Part part) {
  return {noun_phrase.copied_from ? noun_phrase.copied_from : &noun_phrase, part};
}

/// Returns the agreement of a verb with this subject.
Agreement agreement_of(const NounPhrase& noun_phrase);

/// An adverbial: fixed words, or prepositions followed by a noun phrase.
struct Adverbial {
  std::string english;
  std::string german;
  Case german_case = Case::kDative;
  std::optional<NounPhrase> noun_phrase = {};
};

/// A predicate: [very old], [older than the cat], [twelve years old].
struct Predicate {
  const Adjective* adjective = nullptr;
  const Adverb* degree = nullptr;
  std::optional<NounPhrase> standard = {};  // of a comparison
  int count = 0;                            // of a measure, with the verb's unit
};

/// A clause. `front` is the role that opens it; a question with kNone is a yes-or-no question.
struct Clause {
  NounPhrase subject = {};
  const Verb* verb = nullptr;
  const Modal* modal = nullptr;
  Tense tense = Tense::kPresent;
  bool negated = false;
  bool question = false;
  Role front = Role::kSubject;
  std::optional<NounPhrase> object = {};
  std::optional<NounPhrase> recipient = {};
  std::optional<Predicate> predicate = {};
  std::optional<Adverbial> time = {};
  std::optional<Adverbial> place = {};
  std::optional<Adverbial> companion = {};
  const Adverb* frequency = nullptr;
  const Adverb* manner = nullptr;
};

/// Link between the two clauses of a sentence.
enum class Link { kNone, kCoordinate, kSubordinate, kComplement };

/// A main clause. With `link`, a second clause follows it or, if subordinate, may precede it.
struct Sentence {
  Clause main = {};
  Link link = Link::kNone;
  Conjunction conjunction = {};
  Clause second = {};
  bool second_first = false;
};

/// Returns the final mark.
inline char final_mark(const Sentence& sentence) { return sentence.main.question ? '?' : '.'; }

}  // namespace dragoman::grammar
