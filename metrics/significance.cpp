#include "metrics/significance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "metrics/numpy_random.h"

namespace dragoman {
namespace {

/// Scores bootstrap samples; all systems use the same samples. Sums statistics in 32-bit floats,
/// segment by segment, as sacreBLEU does.
std::vector<std::vector<double>> bootstrap_scores(const Metric& metric,
                                                  std::span<const SegmentStatistics> systems,
                                                  const Resampling& resampling) {
  const size_t num_segments = systems.front().num_segments();
  const size_t num_statistics = metric.num_statistics();
  std::vector<std::vector<float>> rows;
  for (const SegmentStatistics& system : systems) {
    rows.emplace_back(system.values().begin(), system.values().end());
  }
  std::vector<std::vector<double>> scores(systems.size());
  NumpyRandom random(resampling.seed);
  std::vector<uint32_t> drawn(num_segments);
  std::vector<float> sums(num_statistics);
  for (size_t sample = 0; sample < resampling.num_samples; ++sample) {
    if (resampling.on_sample) resampling.on_sample();
    random.choose(static_cast<uint32_t>(num_segments), drawn);
    for (size_t s = 0; s < systems.size(); ++s) {
      std::fill(sums.begin(), sums.end(), 0.0F);
      for (const uint32_t segment : drawn) {
        const float* row = &rows[s][segment * num_statistics];
        for (size_t k = 0; k < num_statistics; ++k) sums[k] += row[k];
      }
      const std::vector<double> statistics(sums.begin(), sums.end());
      scores[s].push_back(metric.score(statistics, Arithmetic::kFloat));
    }
  }
  return scores;
}

/// Sums an array in numpy's order of additions.
template <class Real>
Real pairwise_sum(std::span<const Real> numbers) {
  constexpr size_t kBlock = 128;
  constexpr size_t kLanes = 8;
  if (numbers.size() < kLanes) return std::accumulate(numbers.begin(), numbers.end(), Real(0));
  if (numbers.size() > kBlock) {
    const size_t half = numbers.size() / 2 / kLanes * kLanes;
    return pairwise_sum(numbers.first(half)) + pairwise_sum(numbers.subspan(half));
  }
  std::array<Real, kLanes> r;
  std::copy_n(numbers.begin(), kLanes, r.begin());
  size_t i = kLanes;
  for (; i + kLanes <= numbers.size(); i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) r[lane] += numbers[i + lane];
  }
  const Real sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
  return std::accumulate(numbers.begin() + static_cast<std::ptrdiff_t>(i), numbers.end(), sum);
}

template <class Real>
Real numpy_mean(const std::vector<Real>& numbers) {
  return pairwise_sum(std::span<const Real>(numbers)) / static_cast<Real>(numbers.size());
}

/// Half the distance between the 2.5 % and 97.5 % quantiles of sorted scores.
template <class Real>
Real half_width(const std::vector<Real>& scores) {
  const size_t lower = scores.size() / 40;
  return Real(0.5) * (scores[scores.size() - 1 - lower] - scores[lower]);
}

/// Adds one to both counts, so that no p-value is 0.
double p_value(size_t num_exceeding, size_t num_samples) {
  return static_cast<double>(num_exceeding + 1) / static_cast<double>(num_samples + 1);
}

/// A paired bootstrap test. Real: numpy's type of the scores.
template <class Real>
class BootstrapTest {
 public:
  BootstrapTest(const std::vector<double>& baseline_scores, double baseline_score)
      : baseline_scores_(baseline_scores.begin(), baseline_scores.end()),
        baseline_score_(baseline_score) {}

  static ConfidenceInterval confidence(const std::vector<double>& sampled) {
    std::vector<Real> scores(sampled.begin(), sampled.end());
    std::sort(scores.begin(), scores.end());  // before the mean: the order changes its last digit
    return {numpy_mean(scores), half_width(scores)};
  }

  double compare(const std::vector<double>& sampled, double score) const {
    std::vector<Real> differences;
    for (size_t i = 0; i < sampled.size(); ++i) {
      differences.push_back(std::abs(static_cast<Real>(sampled[i]) - baseline_scores_[i]));
    }
    const Real mean = numpy_mean(differences);
    const auto observed = static_cast<Real>(std::abs(baseline_score_ - score));
    const auto num_exceeding = std::count_if(differences.begin(), differences.end(),
                                             [=](Real d) { return d - mean > observed; });
    return p_value(static_cast<size_t>(num_exceeding), sampled.size());
  }

 private:
  std::vector<Real> baseline_scores_;
  double baseline_score_;
};

template <class Real>
void compare_samples(const std::vector<std::vector<double>>& sampled,
                     std::vector<PairedResult>& results) {
  const BootstrapTest<Real> test(sampled.front(), results.front().score);
  for (size_t s = 0; s < results.size(); ++s) {
    results[s].confidence = test.confidence(sampled[s]);
    if (s > 0) results[s].p_value = test.compare(sampled[s], results[s].score);
  }
}

std::vector<PairedResult> score_systems(const Metric& metric,
                                        const std::vector<SegmentStatistics>& systems) {
  std::vector<PairedResult> results;
  for (const SegmentStatistics& system : systems) {
    if (system.num_segments() != systems.front().num_segments() || system.num_segments() == 0) {
      throw std::invalid_argument("systems of " + std::to_string(systems.front().num_segments()) +
                                  " and " + std::to_string(system.num_segments()) +
                                  " segments cannot be compared: give the same ones to all");
    }
    results.push_back({metric.score(system.sums(), Arithmetic::kDouble), {}, {}});
  }
  return results;
}

/// A randomization test that swaps segments of a system and the baseline.
class RandomizationTest {
 public:
  RandomizationTest(const Metric& metric, const SegmentStatistics& baseline,
                    const SegmentStatistics& system)
      : metric_(metric), baseline_sums_(baseline.sums()), system_sums_(system.sums()) {
    const std::span<const double> a = baseline.values();
    const std::span<const double> b = system.values();
    for (size_t i = 0; i < a.size(); ++i) differences_.push_back(a[i] - b[i]);
  }

  /// Counts a trial in which the first corpus has the baseline's translation of the `kept`
  /// segments, and the system's of all others.
  void add_trial(const std::vector<uint32_t>& kept, double observed) {
    const size_t width = system_sums_.size();
    std::vector<double> moved(width, 0);
    for (const uint32_t segment : kept) {
      const double* row = &differences_[segment * width];
      for (size_t k = 0; k < width; ++k) moved[k] += row[k];
    }
    std::vector<double> first = system_sums_;
    std::vector<double> second = baseline_sums_;
    for (size_t k = 0; k < width; ++k) {
      first[k] += moved[k];
      second[k] -= moved[k];
    }
    const double difference =
        metric_.score(first, Arithmetic::kInteger) - metric_.score(second, Arithmetic::kInteger);
    if (std::abs(difference) > observed) ++num_exceeding_;
    ++num_trials_;
  }

  double p_value() const { return dragoman::p_value(num_exceeding_, num_trials_); }

 private:
  const Metric& metric_;
  const std::vector<double> baseline_sums_;
  const std::vector<double> system_sums_;
  std::vector<double> differences_;
  size_t num_exceeding_ = 0;
  size_t num_trials_ = 0;
};

}  // namespace

std::vector<double> SegmentStatistics::sums() const {
  std::vector<double> sums(num_statistics_, 0);
  for (size_t i = 0; i < values_.size(); ++i) sums[i % num_statistics_] += values_[i];
  return sums;
}

ConfidenceInterval bootstrap_confidence(const Metric& metric, const SegmentStatistics& segments,
                                        const Resampling& resampling) {
  std::vector<double> scores = bootstrap_scores(metric, {&segments, 1}, resampling).front();
  std::sort(scores.begin(), scores.end());
  const long double sum = std::accumulate(scores.begin(), scores.end(), 0.0L);
  const auto mean = static_cast<double>(sum / static_cast<long double>(scores.size()));
  if (!metric.samples_are_floats()) return {mean, half_width(scores)};
  const std::vector<float> floats(scores.begin(), scores.end());
  return {static_cast<float>(mean), half_width(floats)};
}

std::vector<PairedResult> paired_bootstrap(const Metric& metric,
                                           const std::vector<SegmentStatistics>& systems,
                                           const Resampling& resampling) {
  std::vector<PairedResult> results = score_systems(metric, systems);
  const auto sampled = bootstrap_scores(metric, systems, resampling);
  if (metric.samples_are_floats()) {
    compare_samples<float>(sampled, results);
  } else {
    compare_samples<double>(sampled, results);
  }
  return results;
}

std::vector<PairedResult> paired_randomization(const Metric& metric,
                                               const std::vector<SegmentStatistics>& systems,
                                               const Resampling& resampling) {
  std::vector<PairedResult> results = score_systems(metric, systems);
  std::vector<RandomizationTest> tests;
  for (size_t s = 1; s < systems.size(); ++s) tests.emplace_back(metric, systems[0], systems[s]);
  NumpyRandom random(resampling.seed);
  std::vector<uint32_t> kept;
  for (size_t trial = 0; trial < resampling.num_samples; ++trial) {
    if (resampling.on_sample) resampling.on_sample();
    kept.clear();
    for (uint32_t segment = 0; segment < systems[0].num_segments(); ++segment) {
      if (random.next_boolean()) kept.push_back(segment);
    }
    for (size_t s = 1; s < systems.size(); ++s) {
      tests[s - 1].add_trial(kept, std::abs(results[0].score - results[s].score));
    }
  }
  for (size_t s = 1; s < systems.size(); ++s) results[s].p_value = tests[s - 1].p_value();
  return results;
}

}  // namespace dragoman
