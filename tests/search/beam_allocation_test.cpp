#include "search/beam_allocation.h"

#include <algorithm>
#include <deque>
#include <map>

#include "catch.h"
#include "io/random.h"

namespace dragoman {
namespace {

/// Deals places round by round from queues, one for each bank; `bids` have the best score first.
std::vector<size_t> deal(const std::vector<Bid>& bids, size_t beam) {
  std::map<int64_t, std::deque<size_t>, std::greater<>> banks;
  for (size_t i = 0; i < bids.size(); ++i) banks[bids[i].bank].push_back(i);
  std::vector<size_t> chosen;
  while (chosen.size() < std::min(beam, bids.size())) {
    for (auto& [bank, queue] : banks) {
      if (queue.empty() || chosen.size() == beam) continue;
      chosen.push_back(queue.front());
      queue.pop_front();
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

TEST_CASE("banks share the beam as if dealt from queues") {
  RandomSequence random(3);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<Bid> bids(random.below(30));
    double score = 0;
    for (Bid& bid : bids) bid = {score -= random.uniform(), static_cast<int64_t>(random.below(5))};
    const size_t beam = 1 + random.below(12);
    CHECK(allocate_beam(bids, beam) == deal(bids, beam));
  }
}

TEST_CASE("the bank with most tokens is served first") {
  const std::vector<Bid> bids = {{-1, 0}, {-2, 0}, {-3, 1}, {-4, 0}, {-5, 3}, {-6, 3}};
  CHECK(allocate_beam(bids, 1) == std::vector<size_t>{4});
  CHECK(allocate_beam(bids, 3) == std::vector<size_t>{0, 2, 4});
  CHECK(allocate_beam(bids, 4) == std::vector<size_t>{0, 2, 4, 5});
  CHECK(allocate_beam(bids, 9) == std::vector<size_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("without phrases the best bids win, equal ones in their order") {
  const std::vector<Bid> bids = {{-3, 0}, {-1, 0}, {-2, 0}, {-1, 0}};
  CHECK(allocate_beam(bids, 3) == std::vector<size_t>{1, 3, 2});
  CHECK(allocate_beam({}, 3).empty());
}

}  // namespace dragoman
