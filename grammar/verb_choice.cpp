#include "grammar/verb_choice.h"

#include <algorithm>

namespace dragoman::grammar {
namespace {

/// First roll of each kind of verb; then 100.
constexpr int kFirstRolls[] = {0, 6, 20, 28, 36, 100};

bool takes_clause(const Verb& verb) {
  return verb.complement == Complement::kThat || verb.complement == Complement::kWhether;
}

}  // namespace

bool has_ambiguous_past(const Verb& verb) { return verb.past == verb.english; }

bool is_said_of_subject(const Verb& verb) {
  return verb.complement == Complement::kAdjective || verb.complement == Complement::kMeasure;
}

bool takes_direction(const Verb& verb) {
  return verb.complement == Complement::kDirection || verb.complement == Complement::kJourney;
}

bool takes_accusative(const Verb& verb) {
  return verb.german_preposition.empty() && verb.object_case == Case::kAccusative;
}

bool fits(const Verb& verb, const ClauseRequest& request, int roll) {
  if (request.tense == Tense::kPast && has_ambiguous_past(verb)) return false;
  if (verb.subjects == kWeather && !request.weather) return false;
  if (roll < kFirstRolls[1] && request.measures) return verb.complement == Complement::kMeasure;
  if (roll < kFirstRolls[2]) return verb.complement == Complement::kAdjective;
  if (roll < kFirstRolls[3]) {
    return takes_direction(verb) || verb.complement == Complement::kLocation;
  }
  if (roll < kFirstRolls[4]) return verb.complement == Complement::kRecipient;
  return !takes_clause(verb) && !is_said_of_subject(verb);
}

double verb_odds(const Verb& verb, const ClauseRequest& request) {
  double odds = 0;
  for (size_t kind = 0; kind + 1 < std::size(kFirstRolls); ++kind) {
    const int roll = kFirstRolls[kind];
    if (!fits(verb, request, roll)) continue;
    const auto num_fitting = std::ranges::count_if(
        verbs(), [&](const Verb& candidate) { return fits(candidate, request, roll); });
    const int percent = kFirstRolls[kind + 1] - roll;
    odds += percent / 100.0 / static_cast<double>(num_fitting);
  }
  return odds;
}

}  // namespace dragoman::grammar
