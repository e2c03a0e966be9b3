#include "search/hypothesis_score.h"

#include <algorithm>
#include <cmath>

namespace dragoman {

double length_penalty(LengthPenalty kind, double alpha, int64_t length) {
  switch (kind) {
    case LengthPenalty::kNone:
      return 1.0;
    case LengthPenalty::kLength:
      return std::pow(static_cast<double>(length), alpha);
    case LengthPenalty::kWu:
      return std::pow((5.0 + static_cast<double>(length)) / 6.0, alpha);
  }
  return 1.0;
}

double coverage(const Hypothesis& hypothesis) {
  std::vector<double> seen(hypothesis.source_length);
  for (size_t i = 0; i < hypothesis.attention.size(); ++i)
    seen[i % seen.size()] += hypothesis.attention[i];
  double sum = 0;
  for (const double attention : seen) sum += std::log(std::clamp(attention, 1e-9, 1.0));
  return sum;
}

double hypothesis_score(const Hypothesis& hypothesis, double sum, const SearchSettings& settings) {
  const double normalised = sum / length_penalty(settings.length_penalty, settings.alpha,
                                                 std::max<int64_t>(hypothesis.length(), 1));
  if (settings.coverage_penalty == 0) return normalised;
  return normalised + settings.coverage_penalty * coverage(hypothesis);
}

// Sums are negative and only fall, so the maximal length gives the upper bound.
double score_bound(double sum, int64_t max_length, const SearchSettings& settings) {
  return sum / length_penalty(settings.length_penalty, settings.alpha, max_length);
}

}  // namespace dragoman
