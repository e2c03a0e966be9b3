#include "data/batch_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/seed_use.h"
#include "io/random.h"

namespace dragoman {
namespace {

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

int64_t sum_of(std::span<const int64_t> works) {
  return std::accumulate(works.begin(), works.end(), int64_t{0});
}

/// Returns the most work of a range of several examples.
int64_t most_work_of(const std::vector<BatchRange>& ranges, std::span<const int64_t> works) {
  int64_t most = 0;
  for (const BatchRange& range : ranges)
    if (range.size() > 1) most = std::max(most, sum_of(works.subspan(range.begin, range.size())));
  return most;
}

/// Updates are too large if they have this many times the tokens asked for.
constexpr double kMuchMore = 1.25;

template <class Length>
int64_t padded_work(const BatchRange& range, Length&& length, const ExampleWork& work) {
  std::vector<PairLength> lengths;
  for (size_t i = range.begin; i < range.end; ++i) lengths.push_back(length(i));
  return sum_of(padded_works(lengths, work));
}

}  // namespace

std::vector<BatchRange> cut_evenly(std::span<const int64_t> works, size_t count, int64_t most) {
  std::vector<BatchRange> ranges;
  int64_t left = sum_of(works);
  for (size_t begin = 0; begin < works.size(); begin = ranges.back().end) {
    const auto ranges_left =
        static_cast<int64_t>(count > ranges.size() ? count - ranges.size() : 1);
    BatchRange range{begin, begin + 1};
    int64_t sum = works[begin];
    // The next item belongs to the range if more than half of it does.
    while (range.end < works.size() && sum + works[range.end] <= most &&
           sum + works[range.end] / 2 < left / ranges_left)
      sum += works[range.end++];
    ranges.push_back(range);
    left -= sum;
  }
  return ranges;
}

std::vector<int64_t> padded_works(std::span<const PairLength> lengths, const ExampleWork& work) {
  int32_t longest = 0;
  for (const PairLength& length : lengths) longest = std::max(longest, length.target);
  std::vector<int64_t> works;
  for (const PairLength& length : lengths) works.push_back(work({length.source, longest}));
  return works;
}

EpochPlan plan_epoch(const CorpusMix& corpora, int64_t budget, const ExampleWork& work,
                     uint64_t seed, uint64_t epoch) {
  EpochPlan plan{corpora.draw_epoch(seed, epoch), {}};
  // Sorts by target, then by source. Examples of the same lengths stay shuffled, so batches of much
  // text differ from epoch to epoch; those of little text, with few examples of a length, hardly
  // do.
  sort_stably(plan.draws, [&](Draw draw) { return corpora.length(draw.example).source; });
  sort_stably(plan.draws, [&](Draw draw) { return corpora.length(draw.example).target; });
  const auto length = [&](size_t i) { return corpora.length(plan.draws[i].example); };
  std::vector<int64_t> works;
  for (size_t i = 0; i < plan.draws.size(); ++i) works.push_back(work(length(i)));
  const auto within_budget =
      cut_batches(works.size(), budget, [&](size_t i) { return length(i).longer(); });
  plan.batches = cut_evenly(works, within_budget.size(), most_work_of(within_budget, works));
  for (const BatchRange& range : plan.batches)
    plan.most_work = std::max(plan.most_work, padded_work(range, length, work));
  shuffle(plan.batches, derive_key(seed, SeedUse::kOrderOfBatches, epoch));
  return plan;
}

std::optional<UpdateExcess> find_excess(const CorpusMix& corpora, const EpochPlan& plan,
                                        int64_t budget, int64_t parts) {
  const auto longer = [&](size_t i) { return corpora.length(plan.draws[i].example).longer(); };
  int64_t sum = 0;
  for (size_t i = 0; i < plan.draws.size(); ++i) sum += longer(i);
  const int64_t wanted = budget * parts;
  const auto mean = [&](size_t num_batches, int64_t batches_of_update) {
    const auto batches = static_cast<double>(num_batches);
    return static_cast<double>(sum) / batches *
           std::min(batches, static_cast<double>(batches_of_update));
  };
  const auto is_too_large = [&](double tokens) {
    return tokens > kMuchMore * static_cast<double>(wanted);
  };
  const double tokens = mean(plan.batches.size(), parts);
  if (!is_too_large(tokens)) return std::nullopt;
  int64_t fewer = parts;
  do {
    fewer = std::max<int64_t>(1, fewer / 2);
  } while (fewer > 1 && is_too_large(mean(
                            cut_batches(plan.draws.size(), wanted / fewer, longer).size(), fewer)));
  return UpdateExcess{.tokens = std::llround(tokens), .most_parts = fewer};
}

BatchPlan plan_longest_first(const std::vector<int32_t>& lengths, int64_t budget, size_t most,
                             size_t workers) {
  std::vector<uint32_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return lengths[a] > lengths[b]; });
  const auto cut = [&](int64_t tokens) {
    BatchPlan plan;
    for (const uint32_t i : order) {
      const bool has_room =
          !plan.empty() && plan.back().size() < most &&
          lengths[plan.back().front()] * static_cast<int64_t>(plan.back().size() + 1) <= tokens;
      if (!has_room) plan.emplace_back();
      plan.back().push_back(i);
    }
    return plan;
  };
  const size_t count = (cut(budget).size() + workers - 1) / workers * workers;
  // Finds the least budget for which there are no more batches.
  for (int64_t too_small = 0; budget - too_small > 1;) {
    const int64_t middle = too_small + (budget - too_small) / 2;
    (cut(middle).size() > count ? too_small : budget) = middle;
  }
  return cut(budget);
}

}  // namespace dragoman
