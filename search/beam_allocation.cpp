#include "search/beam_allocation.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace dragoman {
namespace {

/// Position of a bid in the order in which places are given away.
struct Turn {
  int64_t round = 0;  // number of better bids in the same bank
  int64_t bank = 0;
  size_t place = 0;  // rank by score

  bool operator<(const Turn& other) const {
    return std::tuple(round, -bank, place) < std::tuple(other.round, -other.bank, other.place);
  }
};

std::vector<size_t> by_score(std::span<const Bid> bids) {
  std::vector<size_t> order(bids.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return bids[a].score > bids[b].score; });
  return order;
}

}  // namespace

std::vector<size_t> allocate_beam(std::span<const Bid> bids, size_t beam) {
  const std::vector<size_t> order = by_score(bids);
  std::map<int64_t, int64_t> rounds;  // by bank
  std::vector<Turn> turns;
  for (size_t place = 0; place < order.size(); ++place) {
    const int64_t bank = bids[order[place]].bank;
    turns.push_back({rounds[bank]++, bank, place});
  }
  std::sort(turns.begin(), turns.end());
  turns.resize(std::min(turns.size(), beam));

  std::vector<size_t> chosen;
  for (const Turn& turn : turns) chosen.push_back(turn.place);
  std::sort(chosen.begin(), chosen.end());
  for (size_t& position : chosen) position = order[position];
  return chosen;
}

}  // namespace dragoman
