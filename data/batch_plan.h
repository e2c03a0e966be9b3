#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "data/corpus_mix.h"

namespace dragoman {

/// A batch as a run of some sequence of examples.
struct BatchRange {
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
};

/// Cuts `count` examples into runs of at most `budget` tokens, counted as rows times the longest
/// one; length(i) is what example i is padded as. One that is longer than the budget is a run
/// alone.
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

/// The batches of an epoch.
struct EpochPlan {
  std::vector<Draw> draws;          // in order of length
  std::vector<BatchRange> batches;  // of draws, in random order

  std::span<const Draw> batch(size_t number) const {
    return {draws.data() + batches[number].begin, batches[number].size()};
  }
};

/// Plans an epoch: similar lengths together, in batches of at most `budget` tokens, counted as rows
/// times the longer of the two longest sides; batches in random order. A pure function of the
/// lengths, the shares and the other arguments. Takes about a second for ten million examples.
EpochPlan plan_epoch(const CorpusMix& corpora, int64_t budget, uint64_t seed, uint64_t epoch);

/// Indices of the examples in each batch.
using BatchPlan = std::vector<std::vector<uint32_t>>;

/// Batches for translating: the longest sentences first, so that running out of memory shows at
/// once.
BatchPlan plan_longest_first(const std::vector<int32_t>& lengths, int64_t budget);

}  // namespace dragoman
