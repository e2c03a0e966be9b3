#pragma once

#include <memory>
#include <optional>

#include "grammar/lexicon.h"

namespace dragoman::grammar {

struct Clause;

/// A noun phrase: a pronoun, a name, or a noun with what belongs to it. Exactly one of the first
/// three is set.
struct NounPhrase {
  std::optional<Pronoun> pronoun = {};
  const Name* name = nullptr;
  const Noun* noun = nullptr;
  Number number = Number::kSingular;
  Determiner determiner = Determiner::kNone;
  int count = 0;  // of kNumeral
  const Adjective* adjective = nullptr;
  std::shared_ptr<const NounPhrase> possessor = {};  // instead of a determiner: my brother's car
  std::shared_ptr<const Clause> relative = {};       // its front role is the relative pronoun
  std::shared_ptr<const NounPhrase> conjunct = {};   // Anna [and Peter]
  const NounPhrase* copied_from = nullptr;           // the node of the tree, where this is none
};

/// Of a word that says `part` of the noun phrase.
inline Origin origin_of(const NounPhrase& noun_phrase, Part part) {
  return {noun_phrase.copied_from ? noun_phrase.copied_from : &noun_phrase, part};
}

/// What the verb of this subject agrees with.
Agreement agreement_of(const NounPhrase& noun_phrase);

/// An adverbial: fixed words, or prepositions with a noun phrase after them.
struct Adverbial {
  std::string english;
  std::string german;
  Case german_case = Case::kDative;
  std::optional<NounPhrase> noun_phrase = {};
};

/// What is said of a subject: [very old], [older than the cat], [twelve years old].
struct Predicate {
  const Adjective* adjective = nullptr;
  const Adverb* degree = nullptr;
  std::optional<NounPhrase> standard = {};  // of a comparison
  int count = 0;                            // of a measure, with the verb's unit
};

/// A clause. `front` is what opens it; kNone is a yes-or-no question.
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

/// How a second clause is tied to the first.
enum class Link { kNone, kCoordinate, kSubordinate, kComplement };

/// A main clause, and with `link` a second clause after or, if subordinate, before it.
struct Sentence {
  Clause main = {};
  Link link = Link::kNone;
  Conjunction conjunction = {};
  Clause second = {};
  bool second_first = false;
};

/// What a sentence ends with.
inline char final_mark(const Sentence& sentence) { return sentence.main.question ? '?' : '.'; }

}  // namespace dragoman::grammar
