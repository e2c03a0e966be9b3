#pragma once

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// Request for a clause.
struct ClauseRequest {
  Tense tense = Tense::kPresent;
  bool weather = false;              // weather verbs are allowed
  bool measures = false;             // prices and ages are allowed
  bool adverbials = true;            // time, place, company, manner
  bool fronting = true;              // the time may open the clause
  bool relatives = true;             // nouns may have relative clauses
  bool relatives_at_random = false;  // `relatives` was set by a coin toss
  bool negation = true;
};

/// True if the English past looks like the present: "they read", "they cost".
bool has_ambiguous_past(const Verb& verb);
bool is_said_of_subject(const Verb& verb);
bool takes_direction(const Verb& verb);
bool takes_accusative(const Verb& verb);

/// True if the verb may be used in such a clause after a roll of 0 to 99. The roll decides the
/// verb's kind.
bool fits(const Verb& verb, const ClauseRequest& request, int roll);

/// Probability of the verb, over all rolls.
double verb_odds(const Verb& verb, const ClauseRequest& request);

}  // namespace dragoman::grammar
