#pragma once

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// What is asked of a clause.
struct ClauseRequest {
  Tense tense = Tense::kPresent;
  bool weather = false;              // it may rain
  bool measures = false;             // it may say what things cost and how old they are
  bool adverbials = true;            // time, place, company, manner
  bool fronting = true;              // the time may open it
  bool relatives = true;             // nouns may carry relative clauses
  bool relatives_at_random = false;  // `relatives` is the side on which a coin fell
  bool negation = true;
};

bool is_said_of_subject(const Verb& verb);
bool takes_direction(const Verb& verb);
bool takes_accusative(const Verb& verb);

/// True if the verb may stand in such a clause after a roll of 0 to 99, which decides its kind.
bool fits(const Verb& verb, const ClauseRequest& request, int roll);

/// The probability of the verb over all rolls.
double verb_odds(const Verb& verb, const ClauseRequest& request);

}  // namespace dragoman::grammar
