#pragma once

#include <cstdint>
#include <vector>

#include "data/examples.h"

namespace dragoman {

/// Indices of the examples in each batch.
using BatchPlan = std::vector<std::vector<uint32_t>>;

/// The batches of one epoch: every example exactly once, similar lengths together, batches in
/// random order. A batch has at most `budget` tokens, counted as rows times the longer of its two
/// longest sides; an example that is longer than the budget is a batch alone. A pure function of
/// its arguments.
BatchPlan plan_epoch(const std::vector<PairLength>& lengths, int64_t budget, uint64_t seed,
                     uint64_t epoch);

/// Batches for translating: the longest sentences first, so that running out of memory shows at
/// once.
BatchPlan plan_longest_first(const std::vector<int32_t>& lengths, int64_t budget);

}  // namespace dragoman
