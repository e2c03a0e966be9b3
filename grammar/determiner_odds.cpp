#include "grammar/determiner_odds.h"

namespace dragoman::grammar {
namespace {

constexpr DeterminerShare kOfMass[] = {
    {Determiner::kNone, 55}, {Determiner::kDefinite, 25}, {Determiner::kMy, 20}};
constexpr DeterminerShare kOfSingular[] = {{Determiner::kDefinite, 40},
                                           {Determiner::kIndefinite, 24},
                                           {Determiner::kMy, 26},
                                           {Determiner::kThis, 6},
                                           {Determiner::kEvery, 4}};
constexpr DeterminerShare kOfPlural[] = {{Determiner::kDefinite, 30}, {Determiner::kNone, 15},
                                         {Determiner::kMy, 20},       {Determiner::kThis, 7},
                                         {Determiner::kSome, 8},      {Determiner::kMany, 8},
                                         {Determiner::kNumeral, 12}};
constexpr DeterminerShare kOfPlace[] = {{Determiner::kIndefinite, 15},
                                        {Determiner::kDefinite, 65},
                                        {Determiner::kThis, 10},
                                        {Determiner::kMy, 10}};
constexpr DeterminerShare kOfOwner[] = {{Determiner::kDefinite, 50}, {Determiner::kMy, 50}};

Determiner determiner_at(size_t number) { return static_cast<Determiner>(number); }

double& at(DeterminerOdds& odds, Determiner determiner) {
  return odds[static_cast<size_t>(determiner)];
}

void add_possessives(DeterminerOdds& odds, double probability) {
  for (size_t i = 0; i < odds.size(); ++i) {
    if (is_possessive(determiner_at(i))) odds[i] += probability / kNumPossessives;
  }
}

DeterminerOdds drawn_odds(std::span<const DeterminerShare> shares) {
  DeterminerOdds odds{};
  for (const DeterminerShare& share : shares) {
    if (share.determiner == Determiner::kMy) {
      add_possessives(odds, share.percent / 100.0);
    } else {
      at(odds, share.determiner) += share.percent / 100.0;
    }
  }
  return odds;
}

DeterminerOdds suited_odds(const DeterminerOdds& drawn, const Noun& noun) {
  DeterminerOdds odds{};
  for (size_t i = 0; i < drawn.size(); ++i) {
    const bool owned = is_possessive(determiner_at(i));
    if (owned && (noun.classes & kPublic)) {
      at(odds, Determiner::kDefinite) += drawn[i];
    } else if (!owned && (noun.classes & kKin)) {
      odds[i] += drawn[i] * (100 - kKinOwnedPercent) / 100.0;
      add_possessives(odds, drawn[i] * kKinOwnedPercent / 100.0);
    } else {
      odds[i] += drawn[i];
    }
  }
  return odds;
}

}  // namespace

std::span<const DeterminerShare> noun_determiners(const Noun& noun, Number number) {
  if (noun.is_mass()) return kOfMass;
  if (number == Number::kSingular) return kOfSingular;
  return kOfPlural;
}

std::span<const DeterminerShare> place_determiners() { return kOfPlace; }
std::span<const DeterminerShare> owner_determiners() { return kOfOwner; }

bool is_possessive(Determiner determiner) {
  return determiner >= Determiner::kMy && determiner <= Determiner::kTheir;
}

bool is_allowed(Determiner determiner, Reference reference) {
  switch (determiner) {
    case Determiner::kSome:
    case Determiner::kMany:
    case Determiner::kEvery:
    case Determiner::kNumeral:
      return reference == Reference::kAny;
    case Determiner::kNone:
    case Determiner::kIndefinite:
      return reference != Reference::kDefinite;
    default:
      return true;
  }
}

DeterminerOdds determiner_odds(std::span<const DeterminerShare> shares, const Noun& noun,
                               Reference reference) {
  const DeterminerOdds suited = suited_odds(drawn_odds(shares), noun);
  DeterminerOdds odds{};
  for (size_t i = 0; i < suited.size(); ++i) {
    const bool stays = is_allowed(determiner_at(i), reference);
    at(odds, stays ? determiner_at(i) : Determiner::kDefinite) += suited[i];
  }
  return odds;
}

}  // namespace dragoman::grammar
