#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The embedded grammar: abstract sentences (grammar_tree.h), drawn at random (grammar_sampler.h)
/// and said in English (grammar_english.h) and in German (grammar_german.h).
namespace dragoman::grammar {

enum class Gender { kMasculine, kFeminine, kNeuter };
enum class Number { kSingular, kPlural };
enum class Case { kNominative, kAccusative, kDative, kGenitive };
enum class Tense { kPresent, kPast, kFuture };

/// What a finite verb agrees with: the person (1 to 3) and number of its subject.
struct Agreement {
  int person = 3;
  Number number = Number::kSingular;
};

enum class Determiner {
  kNone,
  kIndefinite,
  kNo,
  kMy,
  kYour,
  kHis,
  kHer,
  kOur,
  kTheir,
  kDefinite,
  kThis,
  kEvery,
  kWhich,
  kSome,
  kMany,
  kHowMany,
  kNumeral,
};

/// The parts of a clause, in no particular order.
enum class Role {
  kNone,
  kSubject,
  kObject,
  kRecipient,
  kReflexive,
  kTime,
  kFrequency,
  kNegation,
  kManner,
  kCompanion,
  kPlace,
  kPredicate,
};

/// What a word says of a node of the tree.
enum class Part {
  kHead,  // of a noun phrase: noun, name or pronoun
  kDeterminer,
  kCount,
  kAdjective,
  kAnd,  // between noun phrases
  kPreposition,
  kFixed,  // an adverbial that is no phrase
  kVerb,
  kTense,  // what carries it: the finite verb
  kModal,
  kNegation,
  kFrequency,
  kManner,
  kDegree,
  kThan,
  kUnit,
  kConjunction,
};

/// Where a word comes from: words of both languages that have an origin in common belong together.
struct Origin {
  const void* node = nullptr;
  Part part = Part::kHead;

  bool operator==(const Origin&) const = default;
};
using Origins = std::vector<Origin>;

/// A word, or words that are separated by single spaces; a comma is a word of its own.
struct Word {
  std::string text;
  Origins origins = {};
};

/// The words of a part of a sentence, in order.
using Words = std::vector<Word>;

}  // namespace dragoman::grammar
