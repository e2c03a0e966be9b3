#pragma once

#include <string>
#include <vector>

#include "metrics/metric.h"
#include "metrics/significance.h"

namespace dragoman {

/// Sums a metric's statistics over the segments of a corpus, for one or several systems that
/// translated the same text. Memory holds one segment, unless segments are kept for significance
/// tests.
class CorpusScorer {
 public:
  CorpusScorer(Metric& metric, size_t num_systems, bool keep_segments);

  /// Adds a segment: its references, and the hypothesis of each system.
  void add(std::span<const std::string_view> references,
           std::span<const std::string_view> hypotheses);

  const Metric& metric() const { return metric_; }
  /// Returns the summed statistics of a system.
  const std::vector<double>& sums(size_t system) const { return sums_[system]; }
  double score(size_t system) const { return metric_.score(sums_[system], Arithmetic::kDouble); }
  /// Empty unless segments are kept.
  const std::vector<SegmentStatistics>& segments() const { return segments_; }

  /// Returns the signature of the scores. `test`: items of a significance test.
  Signature signature(const Signature& test = {}) const;

 private:
  Metric& metric_;
  bool keeps_segments_;
  std::vector<double> statistics_;  // of one hypothesis
  std::vector<std::vector<double>> sums_;
  std::vector<SegmentStatistics> segments_;
  size_t num_references_ = 0;  // of the first segment
  bool references_vary_ = false;
};

/// Returns the signature of a corpus' score. `num_references` is a number or "var". `test`: items
/// of a significance test.
Signature corpus_signature(const Metric& metric, const std::string& num_references,
                           const Signature& test = {});

/// Scores hypotheses[i] against references[r][i] for each r. Throws std::invalid_argument if there
/// are no hypotheses or no references, or if their numbers differ.
double score_corpus(Metric& metric, const std::vector<std::string>& hypotheses,
                    const std::vector<std::vector<std::string>>& references);

}  // namespace dragoman
