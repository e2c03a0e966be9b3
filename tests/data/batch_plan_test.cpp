#include "data/batch_plan.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "catch.h"
#include "data/examples.h"
#include "io/random.h"

namespace dragoman {
namespace {

/// Random lengths of 1 to 40 tokens on each side.
CorpusMix random_corpus(size_t count, uint64_t seed) {
  RandomSequence random(seed);
  auto examples = std::make_unique<Examples>();
  for (size_t i = 0; i < count; ++i)
    examples->add({TokenIds(1 + random.below(40)), TokenIds(1 + random.below(40))});
  CorpusMix corpora;
  corpora.add(std::move(examples), 1);
  return corpora;
}

/// Targets cost three times as much as sources.
int64_t work_of(PairLength length) { return int64_t{length.source} + 3 * length.target; }

EpochPlan plan_of(const CorpusMix& corpora, int64_t budget, uint64_t seed, uint64_t epoch) {
  return plan_epoch(corpora, budget, work_of, seed, epoch);
}

std::vector<PairLength> lengths_of(std::span<const Draw> batch, const CorpusMix& corpora) {
  std::vector<PairLength> lengths;
  for (const Draw& draw : batch) lengths.push_back(corpora.length(draw.example));
  return lengths;
}

int64_t sum_of(const std::vector<int64_t>& works) {
  return std::accumulate(works.begin(), works.end(), int64_t{0});
}

/// The examples of all batches in order.
std::vector<uint32_t> order_of(const EpochPlan& plan) {
  std::vector<uint32_t> order;
  for (size_t i = 0; i < plan.batches.size(); ++i) {
    for (const Draw& draw : plan.batch(i)) order.push_back(draw.example);
  }
  return order;
}

}  // namespace

TEST_CASE("an epoch has every example exactly once, in batches of equal work") {
  const CorpusMix corpora = random_corpus(1000, 3);
  const int64_t budget = GENERATE(40, 200, 4096);
  const EpochPlan plan = plan_of(corpora, budget, 1, 0);
  const std::vector<uint32_t> order = order_of(plan);
  CHECK(order.size() == 1000);
  CHECK(std::set<uint32_t>(order.begin(), order.end()).size() == 1000);
  int64_t least = std::numeric_limits<int64_t>::max(), most = 0;
  for (size_t i = 0; i < plan.batches.size(); ++i) {
    const std::vector<PairLength> lengths = lengths_of(plan.batch(i), corpora);
    int64_t work = 0;
    for (const PairLength& length : lengths) work += work_of(length);
    least = std::min(least, work);
    most = std::max(most, work);
    CHECK(sum_of(padded_works(lengths, work_of)) <= plan.most_work);
    if (lengths.size() > 1) CHECK(work <= budget * work_of({1, 1}));
  }
  CHECK(most - least <= 2 * work_of({40, 40}));
}

TEST_CASE("items are cut into ranges of equal sums") {
  using Ends = std::vector<size_t>;
  const auto ends = [](const std::vector<int64_t>& works, size_t count, int64_t most) {
    Ends found;
    for (const BatchRange& range : cut_evenly(works, count, most)) {
      CHECK(range.begin == (found.empty() ? 0 : found.back()));
      found.push_back(range.end);
    }
    return found;
  };
  CHECK(ends({1, 1, 1, 1, 1, 1}, 3, 100) == Ends{2, 4, 6});
  CHECK(ends({1, 1, 1, 3, 3}, 3, 100) == Ends{3, 4, 5});
  CHECK(ends({6, 1, 1, 1, 1, 1, 1}, 2, 100) == Ends{1, 7});
  // An item on a border belongs to the side of its greater part.
  CHECK(ends({4, 5, 3}, 2, 100) == Ends{1, 3});
  CHECK(ends({4, 3, 5}, 2, 100) == Ends{2, 3});
  // No more than `most`, except alone.
  CHECK(ends({2, 2, 2, 2}, 1, 5) == Ends{2, 4});
  CHECK(ends({9, 2, 2}, 2, 5) == Ends{1, 3});
  CHECK(ends({1, 1}, 5, 100) == Ends{1, 2});
  CHECK(ends({}, 5, 100).empty());
}

TEST_CASE("an example longer than the budget is a batch alone") {
  auto examples = std::make_unique<Examples>();
  examples->add({TokenIds(5), TokenIds(5)});
  examples->add({TokenIds(90), TokenIds(3)});
  examples->add({TokenIds(5), TokenIds(5)});
  CorpusMix corpora;
  corpora.add(std::move(examples), 1);
  const EpochPlan plan = plan_of(corpora, 10, 1, 0);
  REQUIRE(plan.batches.size() == 2);
  const size_t small = plan.batches[0].size() == 1 ? 0 : 1;
  CHECK(plan.batch(small).front().example == 1);
}

TEST_CASE("a plan is a function of lengths, budget, seed and epoch") {
  const CorpusMix corpora = random_corpus(500, 4);
  const auto order = [&](uint64_t seed, uint64_t epoch) {
    return order_of(plan_of(corpora, 300, seed, epoch));
  };
  CHECK(order(1, 2) == order(1, 2));
  CHECK(order(1, 2) != order(1, 3));
  CHECK(order(1, 2) != order(2, 2));
}

TEST_CASE("similar lengths stand together: little padding") {
  const CorpusMix corpora = random_corpus(5000, 5);
  const EpochPlan plan = plan_of(corpora, 1000, 1, 0);
  int64_t tokens = 0, padded = 0;
  for (size_t i = 0; i < plan.batches.size(); ++i) {
    int64_t longest_target = 0;
    for (const Draw& draw : plan.batch(i)) {
      const int64_t target = corpora.length(draw.example).target;
      tokens += target;
      longest_target = std::max(longest_target, target);
    }
    padded += longest_target * static_cast<int64_t>(plan.batches[i].size());
  }
  CHECK(static_cast<double>(tokens) / static_cast<double>(padded) > 0.95);
}

TEST_CASE("batches for translating take the longest sentences first") {
  const std::vector<int32_t> lengths{3, 9, 1, 9, 4};
  CHECK(plan_longest_first(lengths, 18, 3, 1) == BatchPlan{{1, 3}, {4, 0, 2}});
  CHECK(plan_longest_first(lengths, 18, 2, 1) == BatchPlan{{1, 3}, {4, 0}, {2}});
  CHECK(plan_longest_first(lengths, 1000, 100, 1) == BatchPlan{{1, 3, 4, 0, 2}});
  CHECK(plan_longest_first(lengths, 1, 100, 1) == BatchPlan{{1}, {3}, {4}, {0}, {2}});
  CHECK(plan_longest_first({}, 18, 2, 1).empty());
}

TEST_CASE("batches for translating are shared out evenly among workers") {
  const std::vector<int32_t> lengths{3, 9, 1, 9, 4};
  CHECK(plan_longest_first(lengths, 1000, 100, 2) == BatchPlan{{1, 3}, {4, 0, 2}});
  CHECK(plan_longest_first(lengths, 18, 100, 3) == BatchPlan{{1}, {3}, {4, 0, 2}});
  CHECK(plan_longest_first(lengths, 1000, 100, 50) == BatchPlan{{1}, {3}, {4}, {0}, {2}});
  const auto sizes = [](const BatchPlan& plan) {
    std::vector<size_t> found;
    for (const auto& batch : plan) found.push_back(batch.size());
    return found;
  };
  const std::vector<int32_t> alike(100, 10);
  CHECK(sizes(plan_longest_first(alike, 400, 100, 1)) == std::vector<size_t>{34, 34, 32});
  CHECK(sizes(plan_longest_first(alike, 400, 100, 4)) == std::vector<size_t>(4, 25));
  CHECK(sizes(plan_longest_first(alike, 150, 100, 4)) ==
        std::vector<size_t>{13, 13, 13, 13, 13, 13, 13, 9});
}

}  // namespace dragoman
