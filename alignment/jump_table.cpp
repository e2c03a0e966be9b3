#include "alignment/jump_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace dragoman {
namespace {

constexpr int32_t kNumBounds = 16;
/// Upper bounds of bins: bin n has the distances from the bound before, exclusive, to its own
/// bound, inclusive. Both directions have such bins.
constexpr std::array<int32_t, kNumBounds> kBounds = {1,  2,  3,  4,  5,  6,   7,   8,
                                                     10, 13, 18, 26, 50, 100, 200, 512};
constexpr size_t kMiddle = JumpTable::kNumBins / 2;
/// Added to each distance's count, so that no jump is impossible.
constexpr double kAddedCount = 0.5;
constexpr double kLeastWeight = 1e-6;

size_t num_distances(size_t bin) {
  if (bin == kMiddle) return 1;
  const size_t i = bin > kMiddle ? bin - kMiddle - 1 : kMiddle - 1 - bin;
  return static_cast<size_t>(kBounds[i] - (i == 0 ? 0 : kBounds[i - 1]));
}

}  // namespace

JumpTable::JumpTable() {
  for (int32_t distance = -kLongest; distance <= kLongest; ++distance) {
    const double weight = std::exp(-0.5 * std::abs(distance - 1));
    weights_.push_back(static_cast<float>(std::max(weight, 1e-4)));
  }
}

JumpTable::JumpTable(std::vector<float> weights) : weights_(std::move(weights)) {}

JumpTable JumpTable::from_counts(std::span<const double> counts) {
  double sum = 0;
  for (const double count : counts) sum += count;
  std::vector<float> weights;
  for (int32_t distance = -kLongest; distance <= kLongest; ++distance) {
    const size_t bin = bin_of(distance);
    const double count = counts[bin] / static_cast<double>(num_distances(bin));
    const double weight = (count + kAddedCount) / (sum + kAddedCount * (2 * kLongest + 1));
    weights.push_back(static_cast<float>(std::max(weight, kLeastWeight)));
  }
  return JumpTable(std::move(weights));
}

size_t JumpTable::bin_of(int32_t distance) {
  if (distance == 0) return kMiddle;
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end() - 1, std::abs(distance));
  const auto i = static_cast<size_t>(bound - kBounds.begin());
  return distance > 0 ? kMiddle + 1 + i : kMiddle - 1 - i;
}

}  // namespace dragoman
