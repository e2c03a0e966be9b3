#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman {

/// A candidate for a place in the beam of a sentence whose translation must contain phrases.
struct Bid {
  double score = 0;
  int64_t bank = 0;  // tokens of the phrases that it contains
};

/// Chooses `beam` of the bids, or all if there are fewer, so that banks share the beam (Hu et al.
/// 2019, vectorised dynamic beam allocation). Takes the best bid of each bank, the bank with most
/// tokens first; then the second best of each; and so on. Returns positions in `bids`, the best
/// score first; equal scores keep their order.
std::vector<size_t> allocate_beam(std::span<const Bid> bids, size_t beam);

}  // namespace dragoman
