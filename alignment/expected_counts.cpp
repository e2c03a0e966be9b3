#include "alignment/expected_counts.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace dragoman {
namespace {

constexpr double kUnits = 1 << 28;
/// Smaller expectations are not counted, to save time.
constexpr float kLeastCount = 1e-5F;

void add_all(std::span<const double> counts, std::span<FixedSum> sums) {
  for (size_t i = 0; i < counts.size(); ++i) sums[i].add(counts[i]);
}

void add_count(float count, int64_t slot, std::vector<FixedSum>& sums) {
  if (count >= kLeastCount) sums[static_cast<size_t>(slot)].add(static_cast<double>(count));
}

}  // namespace

void FixedSum::add(double value) { add_raw(static_cast<uint64_t>(value * kUnits + 0.5)); }

void FixedSum::add_raw(uint64_t units) {
  std::atomic_ref<uint64_t>(units_).fetch_add(units, std::memory_order_relaxed);
}

double FixedSum::value() const { return static_cast<double>(units_) / kUnits; }

void add_expected_counts(const WordPair& pair, const PairInference& inference, AlignmentStage stage,
                         ExpectedCounts& counts) {
  for (size_t i = 0; i < pair.source.size(); ++i) {
    for (size_t j = 0; j < pair.target.size(); ++j) {
      const int64_t slot = inference.slot(i, j);
      const float forward = inference.forward(i, j), backward = inference.backward(i, j);
      if (slot < 0 || std::max(forward, backward) < kLeastCount) continue;
      const bool is_shared = stage == AlignmentStage::kModel1;
      const float shared = is_shared ? std::sqrt(forward * backward) : 0;
      add_count(is_shared ? shared : agreed(forward, backward), slot, counts.forward_words);
      add_count(is_shared ? shared : agreed(backward, forward), slot, counts.backward_words);
    }
  }
  for (size_t j = 0; j < pair.target.size(); ++j) {
    counts.forward_nulls[static_cast<size_t>(pair.target[j])].add(
        static_cast<double>(inference.forward_null(j)));
  }
  for (size_t i = 0; i < pair.source.size(); ++i) {
    counts.backward_nulls[static_cast<size_t>(pair.source[i])].add(
        static_cast<double>(inference.backward_null(i)));
  }
}

void add_expected_jumps(PairInference& inference, ExpectedCounts& counts) {
  std::array<double, JumpTable::kNumBins> forward{}, backward{};
  inference.count_jumps(forward, backward);
  add_all(forward, counts.forward_jumps);
  add_all(backward, counts.backward_jumps);
}

}  // namespace dragoman
