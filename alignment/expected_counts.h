#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment/jump_table.h"
#include "alignment/pair_inference.h"

namespace dragoman {

/// An expected number in fixed point, so that sums do not depend on the order of what is added.
class FixedSum {
 public:
  /// Several threads may add at once.
  void add(double value);
  void add_raw(uint64_t units);
  uint64_t raw() const { return units_; }
  double value() const;

 private:
  uint64_t units_ = 0;
};

/// What posteriors come from.
enum class AlignmentStage { kModel1, kHmm };

/// What pairs of sentences are expected to have of each translation and jump.
struct ExpectedCounts {
  ExpectedCounts(const AlignmentParameters& parameters)
      : forward_words(parameters.table.num_slots()),
        backward_words(parameters.table.num_slots()),
        forward_nulls(parameters.forward.nulls.size()),
        backward_nulls(parameters.backward.nulls.size()) {}

  std::vector<FixedSum> forward_words;  // by the table's slots
  std::vector<FixedSum> backward_words;
  std::vector<FixedSum> forward_nulls;
  std::vector<FixedSum> backward_nulls;
  std::array<FixedSum, JumpTable::kNumBins> forward_jumps;
  std::array<FixedSum, JumpTable::kNumBins> backward_jumps;
};

/// Adds what `inference` found out of a pair. Two words count as translations of each other as far
/// as both directions agree (after Liang et al. 2006). In model 1 that is the geometric mean of
/// their posteriors; in the HMM a direction's own posterior times the fourth root of the other's.
/// Several threads may add at once.
void add_expected_counts(const WordPair& pair, const PairInference& inference, AlignmentStage stage,
                         ExpectedCounts& counts);

/// Adds expected numbers of jumps, after infer_hmm().
void add_expected_jumps(PairInference& inference, ExpectedCounts& counts);

}  // namespace dragoman
