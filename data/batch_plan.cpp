#include "data/batch_plan.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "io/random.h"

namespace dragoman {
namespace {

enum Stream : uint64_t { kOrderOfExamples = 1, kOrderOfBatches = 2 };

/// Cuts `order` into runs whose padded size stays within the budget; length(i) is what example i is
/// padded as.
template <class Length>
BatchPlan fill_batches(const std::vector<uint32_t>& order, int64_t budget, Length&& length) {
  BatchPlan plan;
  int64_t longest = 0;
  for (const uint32_t index : order) {
    const int64_t padded = std::max<int64_t>(longest, length(index));
    if (plan.empty() || padded * static_cast<int64_t>(plan.back().size() + 1) > budget) {
      plan.emplace_back();
      longest = length(index);
    } else {
      longest = padded;
    }
    plan.back().push_back(index);
  }
  return plan;
}

std::vector<uint32_t> indices(size_t count) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

BatchPlan plan_epoch(const std::vector<PairLength>& lengths, int64_t budget, uint64_t seed,
                     uint64_t epoch) {
  std::vector<uint32_t> order = indices(lengths.size());
  shuffle(order, derive_key(seed, kOrderOfExamples, epoch));
  // Stable: examples of the same lengths stay shuffled, so that batches differ from epoch to epoch.
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::tie(lengths[a].target, lengths[a].source) <
           std::tie(lengths[b].target, lengths[b].source);
  });
  BatchPlan plan = fill_batches(
      order, budget, [&](uint32_t i) { return std::max(lengths[i].source, lengths[i].target); });
  shuffle(plan, derive_key(seed, kOrderOfBatches, epoch));
  return plan;
}

BatchPlan plan_longest_first(const std::vector<int32_t>& lengths, int64_t budget) {
  std::vector<uint32_t> order = indices(lengths.size());
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return lengths[a] > lengths[b]; });
  return fill_batches(order, budget, [&](uint32_t i) { return lengths[i]; });
}

}  // namespace dragoman
