#pragma once

#include <array>
#include <span>

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// Determiners that a noun phrase may have: under a negation, some would change its meaning.
enum class Reference { kAny, kNoQuantity, kDefinite };

/// Share of a determiner among draws. kMy stands for all possessives together.
struct DeterminerShare {
  Determiner determiner;
  int percent;
};

inline constexpr int kNumPossessives = 6;
/// Percent of kin nouns without a possessive that get one.
inline constexpr int kKinOwnedPercent = 75;

/// Shares before a noun as subject or object.
std::span<const DeterminerShare> noun_determiners(const Noun& noun, Number number);
/// Shares before a place and before an owner: "in my garden", "my brother's".
std::span<const DeterminerShare> place_determiners();
std::span<const DeterminerShare> owner_determiners();

bool is_possessive(Determiner determiner);
bool is_allowed(Determiner determiner, Reference reference);

/// Probability of each determiner, by its number in the enumeration.
using DeterminerOdds = std::array<double, static_cast<size_t>(Determiner::kNumeral) + 1>;

/// Probability of each determiner before `noun`, after a draw by `shares` is adapted. Kin nouns
/// mostly get a possessive, public places have no owner, and determiners that `reference` forbids
/// become "the".
DeterminerOdds determiner_odds(std::span<const DeterminerShare> shares, const Noun& noun,
                               Reference reference);
inline double odds_of(const DeterminerOdds& odds, Determiner determiner) {
  return odds[static_cast<size_t>(determiner)];
}

}  // namespace dragoman::grammar
