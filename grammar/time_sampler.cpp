#include "grammar/numbers.h"
#include "grammar/phrase_sampler.h"

namespace dragoman::grammar {
namespace {

struct Unit {
  std::string_view english;
  std::string_view german;
};

constexpr Unit kUnits[] = {
    {"days", "Tagen"}, {"weeks", "Wochen"}, {"months", "Monaten"}, {"years", "Jahren"}};

}  // namespace

Adverbial PhraseSampler::time(Tense tense, bool negated) {
  const int distances = tense == Tense::kPresent ? 0 : 12;
  switch (dice_.branch({12, 10, distances, 78 - distances})) {
    case 0:
      return clock_time();
    case 1:
      return event_time();
    case 2:
      return distance(tense);
    default:
      break;
  }
  const Adverb& adverb = dice_.pick_where(times(), [&](const Adverb& candidate) {
    return includes(candidate.tenses, tense) && (candidate.beside_negation || !negated);
  });
  return {std::string(adverb.english), std::string(adverb.german)};
}

/// Draws "at eight o'clock", and "at half past eight", which German calls half of nine.
Adverbial PhraseSampler::clock_time() {
  const int hour = dice_.between(2, 12);
  if (dice_.chance(60)) {
    return {"at " + english_number(hour) + " o'clock", "um " + german_number(hour) + " Uhr"};
  }
  return {"at half past " + english_number(hour), "um halb " + german_number(hour % 12 + 1)};
}

/// Draws "three weeks ago" or "in three weeks".
Adverbial PhraseSampler::distance(Tense tense) {
  const Unit& unit = dice_.pick(std::span<const Unit>(kUnits));
  const bool many = unit.english == "years" && dice_.chance(60);
  const int count = many ? dice_.between(13, 99) : dice_.between(2, 12);
  const std::string english = english_number(count) + " " + std::string(unit.english);
  const std::string german = german_number(count) + " " + std::string(unit.german);
  if (tense == Tense::kPast) return {english + " ago", "vor " + german};
  return {"in " + english, "in " + german};
}

Adverbial PhraseSampler::event_time() {
  const Preposition& preposition = dice_.pick(event_times());
  NounPhrase event{.noun = &dice_.pick_of(nouns(), preposition.classes),
                   .determiner = Determiner::kDefinite};
  if (dice_.chance(20)) event.determiner = possessive();
  return {std::string(preposition.english), std::string(preposition.german),
          preposition.german_case, event};
}

}  // namespace dragoman::grammar
