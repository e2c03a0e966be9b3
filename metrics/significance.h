#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "metrics/metric.h"

namespace dragoman {

/// Statistics of each segment of a corpus, one row each.
class SegmentStatistics {
 public:
  explicit SegmentStatistics(size_t num_statistics) : num_statistics_(num_statistics) {}

  void add(std::span<const double> statistics) {
    values_.insert(values_.end(), statistics.begin(), statistics.end());
  }
  size_t num_segments() const { return values_.size() / num_statistics_; }
  std::span<const double> values() const { return values_; }
  /// Returns the sum of the rows: the statistics of the corpus.
  std::vector<double> sums() const;

 private:
  size_t num_statistics_;
  std::vector<double> values_;
};

/// About 95 % of resampled scores are within mean ± half_width.
struct ConfidenceInterval {
  double mean = 0;
  double half_width = 0;
};

/// Settings of resampling; without a seed, samples differ each time.
struct Resampling {
  size_t num_samples = 1000;
  std::optional<uint64_t> seed = 12345;
  std::function<void()> on_sample = {};  // called before each sample; an exception ends the test
};

/// Comparison of a system with the baseline.
struct PairedResult {
  double score = 0;
  std::optional<double> p_value;  // nullopt for the baseline
  std::optional<ConfidenceInterval> confidence;
};

/// Confidence interval of one system's score, from segments drawn with replacement (Koehn 2004).
ConfidenceInterval bootstrap_confidence(const Metric& metric, const SegmentStatistics& segments,
                                        const Resampling& resampling);

/// Paired bootstrap test of each system against systems[0].
std::vector<PairedResult> paired_bootstrap(const Metric& metric,
                                           const std::vector<SegmentStatistics>& systems,
                                           const Resampling& resampling);

/// Paired two-sided approximate randomisation test (Riezler and Maxwell 2005) of each system
/// against systems[0]: swaps segments of the two at random.
std::vector<PairedResult> paired_randomization(const Metric& metric,
                                               const std::vector<SegmentStatistics>& systems,
                                               const Resampling& resampling);

}  // namespace dragoman
