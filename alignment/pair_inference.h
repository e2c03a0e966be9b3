#pragma once

#include <cmath>
#include <vector>

#include "alignment/alignment_parameters.h"
#include "alignment/hidden_alignment.h"
#include "alignment/word_pair_file.h"

namespace dragoman {

/// A direction's posterior of a link, lowered if the other direction disagrees: multiplied by the
/// fourth root of the other's posterior.
inline float agreed(float posterior, float of_other) {
  return posterior * std::sqrt(std::sqrt(of_other));
}

/// Posteriors of pairs in both directions, one pair at a time. Keeps its memory from pair to pair.
/// Not thread-safe: use one for each thread.
class PairInference {
 public:
  explicit PairInference(const AlignmentParameters& parameters) : parameters_(parameters) {}

  /// Looks up a pair with at most kLongestPart words on either side. Words may be
  /// WordList::kUnknown.
  void load(const WordPair& pair);
  void infer_model1();
  void infer_hmm();

  size_t source_size() const { return backward_emissions_.words.num_rows(); }
  size_t target_size() const { return forward_emissions_.words.num_rows(); }
  /// Slot of the table for source word i and target word j, or WordTable::kNone.
  int64_t slot(size_t i, size_t j) const { return slots_[i * target_size() + j]; }
  /// Posterior probability that target word j comes from source word i.
  float forward(size_t i, size_t j) const { return forward_.posteriors().row(j)[i]; }
  /// Posterior probability that source word i comes from target word j.
  float backward(size_t i, size_t j) const { return backward_.posteriors().row(i)[j]; }
  float forward_null(size_t j) const { return forward_.null_posterior(j); }
  float backward_null(size_t i) const { return backward_.null_posterior(i); }
  /// Adds expected counts of jumps, [JumpTable::kNumBins] each; call it after infer_hmm().
  void count_jumps(std::span<double> forward, std::span<double> backward);

 private:
  void load_words(const WordPair& pair, size_t i);

  const AlignmentParameters& parameters_;
  std::vector<int64_t> slots_;  // [S][T]
  Emissions forward_emissions_;
  Emissions backward_emissions_;
  HiddenAlignment forward_;
  HiddenAlignment backward_;
};

}  // namespace dragoman
