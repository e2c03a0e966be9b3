#pragma once

#include <array>
#include <span>

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// How freely a noun phrase may refer: under a negation some determiners would change its meaning.
enum class Reference { kAny, kNoQuantity, kDefinite };

/// How often a determiner is drawn. kMy stands for all possessives together.
struct DeterminerShare {
  Determiner determiner;
  int percent;
};

inline constexpr int kNumPossessives = 6;
/// Percent of relatives without a possessive that are given one.
inline constexpr int kKinOwnedPercent = 75;

/// The shares before a noun as subject or object.
std::span<const DeterminerShare> noun_determiners(const Noun& noun, Number number);
/// The shares before a place and before an owner: "in my garden", "my brother's".
std::span<const DeterminerShare> place_determiners();
std::span<const DeterminerShare> owner_determiners();

bool is_possessive(Determiner determiner);
bool is_allowed(Determiner determiner, Reference reference);

/// The probability of each determiner, at its number in the enumeration.
using DeterminerOdds = std::array<double, static_cast<size_t>(Determiner::kNumeral) + 1>;

/// The probability that a determiner from `shares` ends as this one before `noun`: relatives are
/// mostly somebody's, what is public is nobody's, and what `reference` forbids becomes "the".
DeterminerOdds determiner_odds(std::span<const DeterminerShare> shares, const Noun& noun,
                               Reference reference);
inline double odds_of(const DeterminerOdds& odds, Determiner determiner) {
  return odds[static_cast<size_t>(determiner)];
}

}  // namespace dragoman::grammar
