#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman {

/// Weights of jumps, the distances between the positions that neighbouring words come from, as in
/// the hidden Markov model of Vogel et al. (1996). In a sentence, the weights of jumps to its
/// positions are normalised.
class JumpTable {
 public:
  /// Limit of a sentence's positions, not counting the start.
  static constexpr int32_t kLongest = 512;
  static constexpr size_t kNumBins = 33;

  /// Makes a table in which jumps to the next word are the most probable.
  JumpTable();
  /// `weights`: [2 kLongest + 1], for distances from -kLongest to kLongest; all must be positive.
  explicit JumpTable(std::vector<float> weights);
  /// Estimates a table from expected counts of jumps in each bin, [kNumBins].
  static JumpTable from_counts(std::span<const double> counts);

  /// weights()[d] is the weight of distance d, from -kLongest to kLongest.
  const float* weights() const { return weights_.data() + kLongest; }
  /// Returns the bin of a distance; large distances share bins.
  static size_t bin_of(int32_t distance);
  const std::vector<float>& all_weights() const { return weights_; }

 private:
  std::vector<float> weights_;
};

}  // namespace dragoman
