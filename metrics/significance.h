#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "metrics/metric.h"

namespace dragoman {

/// The statistics of each segment of a corpus, one row each.
class SegmentStatistics {
 public:
  explicit SegmentStatistics(size_t num_statistics) : num_statistics_(num_statistics) {}

  void add(std::span<const double> statistics) {
    values_.insert(values_.end(), statistics.begin(), statistics.end());
  }
  size_t num_segments() const { return values_.size() / num_statistics_; }
  size_t num_statistics() const { return num_statistics_; }
  std::span<const double> values() const { return values_; }
  /// Their sums: the statistics of the corpus.
  std::vector<double> sums() const;

 private:
  size_t num_statistics_;
  std::vector<double> values_;
};

/// 95 % of resampled scores lie within mean ± half_width, roughly.
struct ConfidenceInterval {
  double mean = 0;
  double half_width = 0;
};

/// How samples of a corpus are drawn; no seed: differently each time.
struct Resampling {
  size_t num_samples = 1000;
  std::optional<uint64_t> seed = 12345;
  std::function<void()> on_sample = {};  // called before each sample; what it throws ends them
};

/// A system compared with the baseline.
struct PairedResult {
  double score = 0;
  std::optional<double> p_value;  // none for the baseline itself
  std::optional<ConfidenceInterval> confidence;
};

/// Confidence in the score of one system, from corpora of segments drawn with replacement (Koehn
/// 2004).
ConfidenceInterval bootstrap_confidence(const Metric& metric, const SegmentStatistics& segments,
                                        const Resampling& resampling);

/// Paired bootstrap test of each system against systems[0].
std::vector<PairedResult> paired_bootstrap(const Metric& metric,
                                           const std::vector<SegmentStatistics>& systems,
                                           const Resampling& resampling);

/// Paired two-sided approximate randomisation test (Riezler and Maxwell 2005) of each system
/// against systems[0]: segments of the two change places at random.
std::vector<PairedResult> paired_randomization(const Metric& metric,
                                               const std::vector<SegmentStatistics>& systems,
                                               const Resampling& resampling);

}  // namespace dragoman
