#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman {

/// A candidate for a place in the beam of a sentence whose translation must contain phrases.
struct Bid {
  double score = 0;
  int64_t bank = 0;  // tokens of the phrases that it has
};

/// Chooses `beam` of the bids, or all if there are fewer, so that banks share the beam: the best of
/// each bank, that with most tokens first, then the second of each, and so on (Hu et al. 2019, the
/// vectorised dynamic beam allocation). Gives their positions, the best score first; of equal
/// scores the first in `bids`.
std::vector<size_t> allocate_beam(std::span<const Bid> bids, size_t beam);

}  // namespace dragoman
