#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "data/corpus_mix.h"

namespace dragoman {

/// Version of the rules that divide text into batches. Raise it when the same text and settings
/// give other batches: a run that was begun with others then says so.
constexpr int64_t kBatchRules = 1;

/// A batch: a range of a sequence of examples.
struct BatchRange {
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
};

/// Cuts `count` examples into ranges of at most `budget` tokens: number of rows times the longest
/// row. length(i) is the length of example i. An example longer than the budget is a range alone.
template <class Length>
std::vector<BatchRange> cut_batches(size_t count, int64_t budget, Length&& length) {
  std::vector<BatchRange> ranges;
  int64_t longest = 0;
  for (size_t i = 0; i < count; ++i) {
    longest = std::max<int64_t>(longest, length(i));
    const auto rows = ranges.empty() ? 0 : static_cast<int64_t>(ranges.back().size());
    if (ranges.empty() || longest * (rows + 1) > budget) {
      ranges.push_back({i, i});
      longest = length(i);
    }
    ranges.back().end = i + 1;
  }
  return ranges;
}

/// Cuts items into `count` consecutive ranges whose sums of works are as nearly equal as possible.
/// The sum of several items is at most `most`; so there may be more ranges.
std::vector<BatchRange> cut_evenly(std::span<const int64_t> works, size_t count, int64_t most);

/// Estimates the work of training on an example of these lengths, in any unit.
using ExampleWork = std::function<int64_t(PairLength)>;

/// Returns the work of each example of a batch, with targets padded to the longest one.
std::vector<int64_t> padded_works(std::span<const PairLength> lengths, const ExampleWork& work);

/// The batches of an epoch.
struct EpochPlan {
  std::vector<Draw> draws;          // in order of length
  std::vector<BatchRange> batches;  // ranges of draws, in random order
  int64_t most_work = 0;            // of a batch, with padded targets

  std::span<const Draw> batch(size_t number) const {
    return {draws.data() + batches[number].begin, batches[number].size()};
  }
};

/// Plans an epoch: groups examples of similar lengths into batches, and puts the batches in random
/// order. There are as many batches as if each had at most `budget` tokens, that is, rows times the
/// longer of its two longest sides. All have nearly the same work, so that the threads and
/// processes that compute them finish together. No batch of several examples has more work than the
/// largest of those within the budget. A pure function of the arguments. Takes about a second for
/// ten million examples.
EpochPlan plan_epoch(const CorpusMix& corpora, int64_t budget, const ExampleWork& work,
                     uint64_t seed, uint64_t epoch);

/// The mean number of tokens of an update, if it is much more than asked for.
struct UpdateExcess {
  int64_t tokens = 0;      // the longer side of each example, without padding
  int64_t most_parts = 1;  // of parts with which an update has about as many as asked for
};

/// Returns the excess of updates of an epoch with `parts` parts of at most `budget` tokens; nullopt
/// if there is none. There is one if most examples alone have more tokens than a part.
std::optional<UpdateExcess> find_excess(const CorpusMix& corpora, const EpochPlan& plan,
                                        int64_t budget, int64_t parts);

/// Indices of each batch's examples.
using BatchPlan = std::vector<std::vector<uint32_t>>;

/// Plans batches for translating, the longest sentences first, so that a lack of memory shows at
/// once. A batch has at most `budget` tokens, that is, rows times the longest, and `most`
/// sentences. A sentence longer than the budget is a batch alone. The batches have nearly the same
/// number of tokens. If there are sentences enough, each of `workers` workers gets as many batches
/// as the others.
BatchPlan plan_longest_first(const std::vector<int32_t>& lengths, int64_t budget, size_t most,
                             size_t workers);

}  // namespace dragoman
