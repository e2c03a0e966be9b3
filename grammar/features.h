#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The embedded grammar: abstract sentences (tree.h), drawn at random (sampler.h) and expressed in
/// English (english.h) and German (german.h).
namespace dragoman::grammar {

enum class Gender { kMasculine, kFeminine, kNeuter };
enum class Number { kSingular, kPlural };
enum class Case { kNominative, kAccusative, kDative, kGenitive };
enum class Tense { kPresent, kPast, kFuture };

/// Person (1 to 3) and number of the subject that a finite verb agrees with.
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

/// The part of a tree's node that a word expresses.
enum class Part {
  kHead,  // noun, name or pronoun of a noun phrase
  kDeterminer,
  kCount,
  kAdjective,
  kAnd,  // between noun phrases
  kPreposition,
  kFixed,  // an adverbial that is not a phrase
  kVerb,
  kTense,  // the finite verb, which carries tense
  kModal,
  kNegation,
  kFrequency,
  kManner,
  kDegree,
  kThan,
  kUnit,
  kConjunction,
};

/// Origin of a word. Words of the two languages are linked if they share an origin.
struct Origin {
  const void* node = nullptr;
  Part part = Part::kHead;

  bool operator==(const Origin&) const = default;
};
using Origins = std::vector<Origin>;

/// A word, or several separated by single spaces. A comma is a word of its own.
struct Word {
  std::string text;
  Origins origins = {};
};

/// The words of a part of a sentence, in order.
using Words = std::vector<Word>;

}  // namespace dragoman::grammar
