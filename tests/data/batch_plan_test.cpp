#include "data/batch_plan.h"

#include <algorithm>
#include <set>

#include "catch.h"
#include "io/random.h"

namespace dragoman {
namespace {

std::vector<PairLength> random_lengths(size_t count, uint64_t seed) {
  RandomSequence random(seed);
  std::vector<PairLength> lengths;
  for (size_t i = 0; i < count; ++i) {
    lengths.push_back(
        {static_cast<int32_t>(1 + random.below(40)), static_cast<int32_t>(1 + random.below(40))});
  }
  return lengths;
}

int64_t padded_tokens(const std::vector<uint32_t>& batch, const std::vector<PairLength>& lengths) {
  int64_t longest = 0;
  for (const uint32_t i : batch)
    longest = std::max<int64_t>({longest, lengths[i].source, lengths[i].target});
  return longest * static_cast<int64_t>(batch.size());
}

}  // namespace

TEST_CASE("an epoch has every example exactly once, in batches within the budget") {
  const auto lengths = random_lengths(1000, 3);
  const int64_t budget = GENERATE(40, 200, 4096);
  std::multiset<uint32_t> seen;
  for (const auto& batch : plan_epoch(lengths, budget, 1, 0)) {
    CHECK(padded_tokens(batch, lengths) <= budget);
    seen.insert(batch.begin(), batch.end());
  }
  CHECK(seen.size() == 1000);
  CHECK(std::set<uint32_t>(seen.begin(), seen.end()).size() == 1000);
}

TEST_CASE("an example longer than the budget is a batch alone") {
  const std::vector<PairLength> lengths{{5, 5}, {90, 3}, {5, 5}};
  const BatchPlan plan = plan_epoch(lengths, 10, 1, 0);
  CHECK(plan.size() == 2);
  CHECK(std::count(plan.begin(), plan.end(), std::vector<uint32_t>{1}) == 1);
}

TEST_CASE("a plan is a function of lengths, budget, seed and epoch") {
  const auto lengths = random_lengths(500, 4);
  CHECK(plan_epoch(lengths, 300, 1, 2) == plan_epoch(lengths, 300, 1, 2));
  CHECK(plan_epoch(lengths, 300, 1, 2) != plan_epoch(lengths, 300, 1, 3));
  CHECK(plan_epoch(lengths, 300, 1, 2) != plan_epoch(lengths, 300, 2, 2));
}

TEST_CASE("similar lengths stand together: little padding") {
  const auto lengths = random_lengths(5000, 5);
  int64_t tokens = 0, padded = 0;
  for (const auto& batch : plan_epoch(lengths, 1000, 1, 0)) {
    int64_t longest_target = 0;
    for (const uint32_t i : batch) {
      tokens += lengths[i].target;
      longest_target = std::max<int64_t>(longest_target, lengths[i].target);
    }
    padded += longest_target * static_cast<int64_t>(batch.size());
  }
  CHECK(static_cast<double>(tokens) / static_cast<double>(padded) > 0.95);
}

TEST_CASE("batches for translating take the longest sentences first") {
  const std::vector<int32_t> lengths{3, 9, 1, 9, 4};
  CHECK(plan_longest_first(lengths, 18) == BatchPlan{{1, 3}, {4, 0, 2}});
  CHECK(plan_longest_first({}, 18).empty());
}

}  // namespace dragoman
