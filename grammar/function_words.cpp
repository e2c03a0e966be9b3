#include "grammar/lexicon.h"

namespace dragoman::grammar {
namespace {

constexpr Agreement singular(int person) { return {person, Number::kSingular}; }
constexpr Agreement plural(int person) { return {person, Number::kPlural}; }

constexpr Pronoun kPronouns[] = {{"I", "me", "ich", "mich", "mir", singular(1)},
                                 {"you", "you", "du", "dich", "dir", singular(2)},
                                 {"he", "him", "er", "ihn", "ihm", singular(3)},
                                 {"she", "her", "sie", "sie", "ihr", singular(3)},
                                 {"it", "it", "es", "es", "ihm", singular(3)},
                                 {"we", "us", "wir", "uns", "uns", plural(1)},
                                 {"they", "them", "sie", "sie", "ihnen", plural(3)}};

constexpr Modal kModals[] = {
    {"can", "", "", Tense::kPresent, "können"},
    {"could", "", "", Tense::kPast, "können"},
    {"must", "", "", Tense::kPresent, "müssen", false},
    {"may", "", "", Tense::kPresent, "dürfen"},
    {"should", "", "", Tense::kPresent, "sollten"},
    {"would", "", "like to", Tense::kPresent, "möchten"},
    {"", "have", "to", Tense::kPresent, "müssen"},
    {"", "have", "to", Tense::kPast, "müssen"},
    {"", "want", "to", Tense::kPresent, "wollen"},
    {"", "want", "to", Tense::kPast, "wollen"},
};

constexpr Adverb kFrequencies[] = {{"always", "immer"},     {"often", "oft"},
                                   {"usually", "meistens"}, {"sometimes", "manchmal"},
                                   {"rarely", "selten"},    {"never", "nie"}};

constexpr Adverb kManners[] = {{"quickly", "schnell"},
                               {"slowly", "langsam"},
                               {"quietly", "leise"},
                               {"carefully", "vorsichtig"},
                               {"alone", "allein"}};

constexpr Adverb kDegrees[] = {
    {"very", "sehr"}, {"too", "zu"}, {"quite", "ziemlich", kInAny, true, "ganz"}};

constexpr Adverb kTimes[] = {
    {"now", "jetzt", kInPresent},
    {"today", "heute"},
    {"every day", "jeden Tag", kInPresent | kInPast, false},
    {"every evening", "jeden Abend", kInPresent | kInPast, false},
    {"on Monday", "am Montag"},
    {"on Friday", "am Freitag"},
    {"on Sunday", "am Sonntag"},
    {"in the morning", "am Morgen"},
    {"in the evening", "am Abend"},
    {"in summer", "im Sommer"},
    {"in winter", "im Winter"},
    {"this evening", "heute Abend"},
    {"yesterday", "gestern", kInPast},
    {"last night", "letzte Nacht", kInPast},
    {"last week", "letzte Woche", kInPast},
    {"last year", "letztes Jahr", kInPast},
    {"tomorrow", "morgen", kInFuture},
    {"soon", "bald", kInFuture},
    {"next week", "nächste Woche", kInFuture},
    {"next month", "nächsten Monat", kInFuture},
    {"next year", "nächstes Jahr", kInFuture},
};

constexpr Adverb kTransports[] = {{"by train", "mit dem Zug"},
                                  {"by bus", "mit dem Bus"},
                                  {"by ship", "mit dem Schiff"},
                                  {"by car", "mit dem Auto"}};

constexpr Preposition kPositions[] = {
    {"on", "auf", Case::kDative, kFurniture},
    {"under", "unter", Case::kDative, kFurniture | kLandmark},
    {"behind", "hinter", Case::kDative, kFurniture | kLandmark},
    {"next to", "neben", Case::kDative, kFurniture | kLandmark},
    {"in front of", "vor", Case::kDative, kFurniture | kLandmark},
};

constexpr Preposition kCompanions[] = {{"with", "mit", Case::kDative, kPerson},
                                       {"without", "ohne", Case::kAccusative, kPerson},
                                       {"for", "für", Case::kAccusative, kPerson}};

constexpr Preposition kEventTimes[] = {{"after", "nach", Case::kDative, kOccasion},
                                       {"before", "vor", Case::kDative, kOccasion},
                                       {"during", "während", Case::kGenitive, kOccasion}};

constexpr Conjunction kSubordinators[] = {{"because", "weil"},
                                          {"although", "obwohl"},
                                          {"when", "wenn", "als", true},
                                          {"if", "wenn", "", true, kInPresent | kInFuture},
                                          {"while", "während", "", true, kInAny, false},
                                          {"before", "bevor", "", true, kInAny, false}};

constexpr Conjunction kCoordinators[] = {{"and", "und"}, {"but", "aber"}};

}  // namespace

std::span<const Pronoun> pronouns() { return kPronouns; }
std::span<const Modal> modals() { return kModals; }
std::span<const Adverb> frequencies() { return kFrequencies; }
std::span<const Adverb> manners() { return kManners; }
std::span<const Adverb> degrees() { return kDegrees; }
std::span<const Adverb> times() { return kTimes; }
std::span<const Adverb> transports() { return kTransports; }
std::span<const Preposition> positions() { return kPositions; }
std::span<const Preposition> companions() { return kCompanions; }
std::span<const Preposition> event_times() { return kEventTimes; }
std::span<const Conjunction> subordinators() { return kSubordinators; }
std::span<const Conjunction> coordinators() { return kCoordinators; }

Pronoun interrogative_pronoun(bool person) {
  if (person) return {"who", "who", "wer", "wen", "wem", singular(3)};
  return {"what", "what", "was", "was", "", singular(3)};
}

Pronoun relative_pronoun(Gender gender, Number number, bool person) {
  const std::string_view english = person ? "who" : "that";
  const Agreement agreement{3, number};
  if (number == Number::kPlural) return {english, english, "die", "die", "denen", agreement};
  switch (gender) {
    case Gender::kMasculine:
      return {english, english, "der", "den", "dem", agreement};
    case Gender::kFeminine:
      return {english, english, "die", "die", "der", agreement};
    case Gender::kNeuter:
      break;
  }
  return {english, english, "das", "das", "dem", agreement};
}

}  // namespace dragoman::grammar
