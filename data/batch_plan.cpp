#include "data/batch_plan.h"

#include <algorithm>
#include <numeric>

#include "io/random.h"

namespace dragoman {
namespace {

constexpr uint64_t kOrderOfBatches = 2;

/// Sorts `draws` by length; equal lengths keep their order. A counting sort, since lengths are
/// small.
template <class Length>
void sort_stably(std::vector<Draw>& draws, Length&& length) {
  std::vector<size_t> places;
  for (const Draw& draw : draws) {
    const auto value = static_cast<size_t>(length(draw));
    if (value + 1 >= places.size()) places.resize(value + 2);
    ++places[value + 1];
  }
  std::partial_sum(places.begin(), places.end(), places.begin());
  std::vector<Draw> sorted(draws.size());
  for (const Draw& draw : draws) sorted[places[static_cast<size_t>(length(draw))]++] = draw;
  draws = std::move(sorted);
}

}  // namespace

EpochPlan plan_epoch(const CorpusMix& corpora, int64_t budget, uint64_t seed, uint64_t epoch) {
  EpochPlan plan{corpora.draw_epoch(seed, epoch), {}};
  // Sorts by target, then by source. Examples of the same lengths stay shuffled, so batches differ
  // from epoch to epoch.
  sort_stably(plan.draws, [&](Draw draw) { return corpora.length(draw.example).source; });
  sort_stably(plan.draws, [&](Draw draw) { return corpora.length(draw.example).target; });
  plan.batches = cut_batches(plan.draws.size(), budget, [&](size_t i) {
    return corpora.length(plan.draws[i].example).longer();
  });
  shuffle(plan.batches, derive_key(seed, kOrderOfBatches, epoch));
  return plan;
}

BatchPlan plan_longest_first(const std::vector<int32_t>& lengths, int64_t budget) {
  std::vector<uint32_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return lengths[a] > lengths[b]; });
  BatchPlan plan;
  for (const BatchRange& range :
       cut_batches(order.size(), budget, [&](size_t i) { return lengths[order[i]]; })) {
    plan.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(range.begin),
                      order.begin() + static_cast<std::ptrdiff_t>(range.end));
  }
  return plan;
}

}  // namespace dragoman
