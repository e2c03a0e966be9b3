#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment/jump_table.h"
#include "alignment/pair_inference.h"

namespace dragoman {

/// An expected count in fixed point, so that sums do not depend on the order of addition.
class FixedSum {
 public:
  /// Thread-safe.
  void add(double value);
  void add_raw(uint64_t units);
  uint64_t raw() const { return units_; }
  double value() const;

 private:
  uint64_t units_ = 0;
};

/// Models that posteriors are computed with.
enum class AlignmentStage { kModel1, kHmm };

/// Expected counts of each translation and jump, summed over pairs of sentences.
struct ExpectedCounts {
  ExpectedCounts(const AlignmentParameters& parameters)
      : forward_words(parameters.table.num_slots()),
        backward_words(parameters.table.num_slots()),
        forward_nulls(parameters.forward.nulls.size()),
        backward_nulls(parameters.backward.nulls.size()) {}

  std::vector<FixedSum> forward_words;  // by slot of the table
  std::vector<FixedSum> backward_words;
  std::vector<FixedSum> forward_nulls;
  std::vector<FixedSum> backward_nulls;
  std::array<FixedSum, JumpTable::kNumBins> forward_jumps;
  std::array<FixedSum, JumpTable::kNumBins> backward_jumps;
};

/// Adds the expectations of a pair to the counts. Pairs of words count as far as both directions
/// agree (after Liang et al. 2006). In model 1, the count is the geometric mean of their
/// posteriors; in the HMM, a direction's own posterior times the fourth root of the other's.
/// Thread-safe.
void add_expected_counts(const WordPair& pair, const PairInference& inference, AlignmentStage stage,
                         ExpectedCounts& counts);

/// Adds expected counts of jumps; call it after infer_hmm().
void add_expected_jumps(PairInference& inference, ExpectedCounts& counts);

}  // namespace dragoman
