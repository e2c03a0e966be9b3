#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman {

/// How likely the next word is translated how far from the one before: weights of jumps over
/// positions, as in the hidden Markov model of Vogel et al. (1996). Of a sentence, the weights of
/// the jumps to its positions are normalised.
class JumpTable {
 public:
  /// Positions of a sentence at most, before which there is one that is the start.
  static constexpr int32_t kLongest = 512;
  static constexpr size_t kNumBins = 33;

  /// Jumps to the next word are the likeliest.
  JumpTable();
  /// `weights`: [2 kLongest + 1], of the distances from -kLongest to kLongest; all are positive.
  explicit JumpTable(std::vector<float> weights);
  /// Estimated from expected numbers of jumps in each bin, [kNumBins].
  static JumpTable from_counts(std::span<const double> counts);

  /// weights()[d] for distances d within kLongest.
  const float* weights() const { return weights_.data() + kLongest; }
  /// The bin of a distance; far jumps share bins.
  static size_t bin_of(int32_t distance);
  const std::vector<float>& all_weights() const { return weights_; }

 private:
  std::vector<float> weights_;
};

}  // namespace dragoman
