#include "grammar/phrase_odds.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "catch.h"

namespace dragoman::grammar {
namespace {

NounPhrase noun_named(const char* english) { return {.noun = &find_noun(english)}; }

double sum(const DeterminerOdds& odds) { return std::accumulate(odds.begin(), odds.end(), 0.0); }

double in_all(const PhraseRequest& request) {
  return HeadOdds(request).mean([](const NounPhrase&) { return 1.0; });
}

TEST_CASE("the odds of all determiners add up to one") {
  for (const Noun& candidate : nouns()) {
    for (const Number number : {Number::kSingular, Number::kPlural}) {
      for (const Reference reference :
           {Reference::kAny, Reference::kNoQuantity, Reference::kDefinite}) {
        const auto shares = noun_determiners(candidate, number);
        REQUIRE(sum(determiner_odds(shares, candidate, reference)) == Approx(1));
      }
    }
    REQUIRE(sum(determiner_odds(place_determiners(), candidate, Reference::kAny)) == Approx(1));
    REQUIRE(sum(determiner_odds(owner_determiners(), candidate, Reference::kAny)) == Approx(1));
  }
}

TEST_CASE("determiners have the odds of a table worked by hand") {
  const auto of = [](const char* english, Determiner determiner, Reference reference) {
    const Noun& owned = find_noun(english);
    const auto shares = noun_determiners(owned, Number::kSingular);
    return odds_of(determiner_odds(shares, owned, reference), determiner);
  };
  CHECK(of("dog", Determiner::kDefinite, Reference::kAny) == Approx(0.40));
  CHECK(of("dog", Determiner::kHer, Reference::kAny) == Approx(0.26 / 6));
  CHECK(of("dog", Determiner::kDefinite, Reference::kNoQuantity) == Approx(0.44));
  CHECK(of("dog", Determiner::kDefinite, Reference::kDefinite) == Approx(0.68));
  CHECK(of("bear", Determiner::kDefinite, Reference::kAny) == Approx(0.66));
  CHECK(of("bear", Determiner::kMy, Reference::kAny) == 0);
  CHECK(of("sister", Determiner::kIndefinite, Reference::kAny) == Approx(0.06));
  CHECK(of("sister", Determiner::kMy, Reference::kAny) == Approx((0.26 + 0.75 * 0.74) / 6));
  CHECK(of("milk", Determiner::kNone, Reference::kAny) == Approx(0.55));
}

TEST_CASE("the odds of all heads add up to one, whoever is left out") {
  NounPhrase joined = noun_named("man");
  joined.conjunct = std::make_shared<const NounPhrase>(NounPhrase{.name = &people().front()});
  std::vector<NounPhrase> others{joined, noun_named("table"), {.name = &people().back()}};
  for (const Pronoun& pronoun : pronouns()) others.push_back({.pronoun = pronoun});
  for (const Classes classes : {kPerson, kFood, kLiving | kGoods, kPerson | kFurniture}) {
    CHECK(in_all({.classes = classes, .thing_pronouns = 8}) == Approx(1));
    for (const NounPhrase& other : others) {
      CHECK(in_all({.classes = classes, .thing_pronouns = 8, .besides = &other}) == Approx(1));
    }
  }
}

TEST_CASE("heads have the odds of a table worked by hand") {
  const auto num_persons = std::count_if(nouns().begin(), nouns().end(), [](const Noun& candidate) {
    return (candidate.classes & kPerson) != 0;
  });
  const HeadOdds odds({.classes = kPerson});
  CHECK(odds.of({.pronoun = pronouns().front()}) == Approx(0.35 / 6));
  CHECK(odds.of({.name = &people().front()}) == Approx(0.12 / 10));
  CHECK(odds.of(noun_named("man")) == Approx(0.53 / static_cast<double>(num_persons)));
  CHECK(odds.of(noun_named("dog")) == 0);
  // Besides "I" there is no "I" and no "we".
  const NounPhrase speaker{.pronoun = pronouns().front()};
  const HeadOdds besides({.classes = kPerson, .besides = &speaker});
  CHECK(besides.of(speaker) == 0);
  CHECK(besides.of({.name = &people().front()}) == Approx(0.012 / (1 - 0.7 / 6)));
}

}  // namespace
}  // namespace dragoman::grammar
