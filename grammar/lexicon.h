#pragma once

#include <span>

#include "grammar/features.h"

namespace dragoman::grammar {

/// Semantic classes of a noun, as bits. Verbs and adjectives select nouns by them.
using Classes = unsigned;
inline constexpr Classes kPerson = 1u << 0;
inline constexpr Classes kAnimal = 1u << 1;
inline constexpr Classes kFood = 1u << 2;
inline constexpr Classes kDrink = 1u << 3;
inline constexpr Classes kReadable = 1u << 4;
inline constexpr Classes kOpenable = 1u << 5;
inline constexpr Classes kContainer = 1u << 6;
inline constexpr Classes kPortable = 1u << 7;
inline constexpr Classes kClothing = 1u << 8;
inline constexpr Classes kDevice = 1u << 9;
inline constexpr Classes kVehicle = 1u << 10;
inline constexpr Classes kFurniture = 1u << 11;
inline constexpr Classes kLandmark = 1u << 12;
inline constexpr Classes kPlace = 1u << 13;
inline constexpr Classes kBuilding = 1u << 14;
inline constexpr Classes kOccasion = 1u << 15;
inline constexpr Classes kWeather = 1u << 16;
inline constexpr Classes kKin = 1u << 17;      // has an owner: my sister
inline constexpr Classes kOnlyOne = 1u << 18;  // a person has only one
inline constexpr Classes kPublic = 1u << 19;   // has no owner: the station
inline constexpr Classes kLiving = kPerson | kAnimal;
inline constexpr Classes kGoods = kPortable | kClothing | kDevice | kVehicle | kFurniture;
inline constexpr Classes kGroceries = kFood | kDrink;

/// True if the noun or adjective has one of these classes.
template <class Word>
bool has_class(const Word& word, Classes classes) {
  return (word.classes & classes) != 0;
}

/// Tenses as bits.
using Tenses = unsigned;
inline constexpr Tenses kInPresent = 1u << static_cast<unsigned>(Tense::kPresent);
inline constexpr Tenses kInPast = 1u << static_cast<unsigned>(Tense::kPast);
inline constexpr Tenses kInFuture = 1u << static_cast<unsigned>(Tense::kFuture);
inline constexpr Tenses kInAny = kInPresent | kInPast | kInFuture;
constexpr bool includes(Tenses tenses, Tense tense) {
  return (tenses >> static_cast<unsigned>(tense) & 1u) != 0;
}

/// A noun. A mass noun has no plural. A masculine genitive in -n marks a weak noun, whose
/// accusative and dative have the same form. Places have prepositions for location ("at", "an" +
/// dative) and for direction ("to", "zu" or "in").
struct Noun {
  std::string_view english;
  std::string_view english_plural;
  Gender gender = Gender::kMasculine;
  std::string_view german;
  std::string_view german_plural;
  std::string_view german_genitive;  // singular
  Classes classes = 0;
  std::string_view english_at = "";
  std::string_view german_at = "";
  std::string_view german_to = "";

  bool is_mass() const { return english_plural.empty(); }
};

struct Name {
  std::string_view english;
  std::string_view german;
};

/// An adjective; without comparison if the comparatives are empty. `german_stem` is the stem before
/// endings, if it differs.
struct Adjective {
  std::string_view english;
  std::string_view english_comparative;
  std::string_view german;
  std::string_view german_comparative;
  Classes classes = 0;
  std::string_view german_stem = "";
};

struct Pronoun {
  std::string_view english_subject;
  std::string_view english_object;
  std::string_view nominative;
  std::string_view accusative;
  std::string_view dative;
  Agreement agreement;
};

/// Complement of a verb besides subject and object.
enum class Complement {
  kNone,
  kRecipient,  // gives [the man] a book
  kAdjective,  // is [old]
  kMeasure,    // costs [ten euros]
  kLocation,   // lives [in Berlin]
  kDirection,  // goes [to the station]
  kJourney,    // travels [to Berlin by train]
  kOnto,       // lays the book [on the table]
  kThat,       // knows [that ...]
  kWhether,    // asks [whether ...]
};

/// States take no adverbials and no modal verbs. Only activities take adverbials of manner.
enum class Aspect { kEvent, kActivity, kState };

/// A verb in both languages. Empty forms are regular.
struct Verb {
  std::string_view english;
  std::string_view past = "";
  std::string_view particle = "";     // pick [up]
  std::string_view preposition = "";  // wait [for]
  std::string_view german = "";       // infinitive without separable prefix
  std::string_view prefix = "";       // [auf]machen
  std::string_view changed = "";      // stem with du, er, sie, es: [schläf]t
  std::string_view participle = "";   // without separable prefix
  bool with_sein = false;             // perfect: ist gegangen
  bool reflexive = false;             // beeilt sich
  std::string_view german_preposition = "";
  Case object_case = Case::kAccusative;
  Classes subjects = kPerson;
  Classes objects = 0;
  Complement complement = Complement::kNone;
  Aspect aspect = Aspect::kEvent;
  std::string_view english_unit = "";  // of kMeasure
  std::string_view german_unit = "";
};

/// A modal verb in one tense. English has auxiliaries ("can") and verbs with "to" ("wants to");
/// `rest` is what follows them.
struct Modal {
  std::string_view auxiliary;
  std::string_view verb;
  std::string_view rest;
  Tense tense = Tense::kPresent;
  std::string_view german;  // infinitive
  bool negatable = true;    // false for "must": "must not" does not negate it
};

/// Fixed words, for adverbs and adverbials, with their possible tenses.
struct Adverb {
  std::string_view english;
  std::string_view german;
  Tenses tenses = kInAny;
  bool beside_negation = true;
  std::string_view german_negated = "";  // if it differs after "nicht"
};

/// A preposition, with the classes of nouns that may follow it.
struct Preposition {
  std::string_view english;
  std::string_view german;
  Case german_case = Case::kDative;
  Classes classes = 0;
};

struct Conjunction {
  std::string_view english;
  std::string_view german;
  std::string_view german_past = "";  // unless a habit, if it differs: when = wenn, als
  bool before_present = false;        // the clause after it stays in the present after a future
  Tenses tenses = kInAny;             // of the main clause
  bool before_negation = true;
};

std::span<const Noun> nouns();
std::span<const Name> people();
std::span<const Name> cities();
std::span<const Adjective> adjectives();
std::span<const Verb> verbs();
std::span<const Modal> modals();
/// I, you, he, she, it, we, they.
std::span<const Pronoun> pronouns();
std::span<const Adverb> frequencies();
std::span<const Adverb> manners();
std::span<const Adverb> degrees();
std::span<const Adverb> times();
/// Kinds of transport: "by train".
std::span<const Adverb> transports();
/// Two-way prepositions of place.
std::span<const Preposition> positions();
/// "with", "without", "for".
std::span<const Preposition> companions();
/// "before", "after", "during" an event.
std::span<const Preposition> event_times();
/// Conjunctions that move the German verb to the end.
std::span<const Conjunction> subordinators();
/// Conjunctions that leave the German verb in place.
std::span<const Conjunction> coordinators();

/// Returns the pronoun that asks for a person (wer) or a thing (was).
Pronoun interrogative_pronoun(bool person);
/// Returns the pronoun that opens a relative clause about a noun with these properties.
Pronoun relative_pronoun(Gender gender, Number number, bool person);

/// Returns the verb with this English base form, particle or preposition, and complement. Throws
/// std::invalid_argument if there is none.
const Verb& find_verb(std::string_view english, std::string_view particle_or_preposition = "",
                      Complement complement = Complement::kNone);
/// Returns the noun with this English singular. Throws std::invalid_argument if there is none.
const Noun& find_noun(std::string_view english);

}  // namespace dragoman::grammar
