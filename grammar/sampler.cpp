#include "grammar/sampler.h"

namespace dragoman::grammar {
namespace {

constexpr Conjunction kThat{"that", "dass"};
constexpr Conjunction kWhether{"whether", "ob"};

}  // namespace

Sentence SentenceSampler::next() {
  dice_.restore(0);
  return draw();
}

Sentence SentenceSampler::draw() {
  switch (dice_.branch({20, 20, 12, 8, 40})) {
    case 0:
      return {.main = clauses_.question(draw_tense())};
    case 1:
      return with_subordinate();
    case 2:
      return with_complement();
    case 3:
      return coordinated();
    default:
      break;
  }
  return {.main = clauses_.clause({.tense = draw_tense(), .weather = true, .measures = true})};
}

Tense SentenceSampler::draw_tense() {
  constexpr Tense kTenses[] = {Tense::kPresent, Tense::kPast, Tense::kFuture};
  return kTenses[dice_.branch({45, 37, 18})];
}

Sentence SentenceSampler::with_subordinate() {
  Sentence sentence;
  sentence.link = Link::kSubordinate;
  const Tense tense = draw_tense();
  sentence.conjunction = dice_.pick_where(subordinators(), [&](const Conjunction& conjunction) {
    return includes(conjunction.tenses, tense);
  });
  const bool to_present = sentence.conjunction.before_present && tense == Tense::kFuture;
  sentence.second_first = dice_.chance(35);
  // At most one time a sentence: with two, the clause of the middle one would be ambiguous.
  sentence.main = clauses_.clause({.tense = tense, .adverbials = false, .relatives = false});
  sentence.second = clauses_.clause({.tense = to_present ? Tense::kPresent : tense,
                                     .weather = true,
                                     .fronting = false,
                                     .relatives = !sentence.second_first,
                                     .negation = sentence.conjunction.before_negation});
  return sentence;
}

Sentence SentenceSampler::with_complement() {
  Sentence sentence;
  sentence.link = Link::kComplement;
  const Tense tense = dice_.chance(60) ? Tense::kPresent : Tense::kPast;
  const Complement complement = dice_.chance(75) ? Complement::kThat : Complement::kWhether;
  const Verb& verb = dice_.pick_where(
      verbs(), [&](const Verb& candidate) { return candidate.complement == complement; });
  sentence.main = clauses_.clause_before_clause(verb, tense);
  if (!sentence.main.negated && dice_.chance(15)) {
    sentence.main.question = true;
    sentence.main.front = Role::kNone;
  }
  sentence.conjunction = complement == Complement::kThat ? kThat : kWhether;
  const Tense second_tense = tense == Tense::kPast ? tense : draw_tense();
  sentence.second = clauses_.clause({.tense = second_tense,
                                     .weather = true,
                                     .measures = true,
                                     .fronting = false,
                                     .relatives = dice_.roll() < 50,
                                     .relatives_at_random = true});
  return sentence;
}

Sentence SentenceSampler::coordinated() {
  Sentence sentence;
  sentence.link = Link::kCoordinate;
  sentence.conjunction = dice_.pick(coordinators());
  const Tense tense = draw_tense();
  sentence.main = clauses_.clause({.tense = tense, .relatives = false});
  sentence.second = clauses_.clause({.tense = tense, .adverbials = false, .relatives = false});
  return sentence;
}

}  // namespace dragoman::grammar
