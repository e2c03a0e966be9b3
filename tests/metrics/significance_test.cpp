#include "metrics/significance.h"

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/corpus_scorer.h"
#include "metrics/ter.h"

namespace dragoman {
namespace {

using Lines = std::vector<std::string>;

/// Thirty lines of a few words, which differ with `step`.
Lines make_lines(int step) {
  std::istringstream text("the cat sat on a mat and saw some dog near old red house by green tree");
  const Lines words{std::istream_iterator<std::string>(text), {}};
  Lines lines;
  for (int i = 0; i < 30; ++i) {
    std::string line;
    for (int k = 0; k < 5 + i % 6; ++k) {
      const int word = (i + k) % step != 0 ? i * step + k * k : i + k * 7;
      line.append(line.empty() ? "" : " ").append(words[static_cast<size_t>(word) % words.size()]);
    }
    lines.push_back(line);
  }
  return lines;
}

/// Two systems, the first of which is the baseline.
std::vector<SegmentStatistics> count_systems(Metric& metric) {
  const Lines reference = make_lines(3);
  const Lines baseline = make_lines(4);
  const Lines system = make_lines(5);
  CorpusScorer scorer(metric, 2, true);
  for (size_t i = 0; i < reference.size(); ++i) {
    const std::string_view text = reference[i];
    const std::array<std::string_view, 2> hypotheses = {baseline[i], system[i]};
    scorer.add({&text, 1}, hypotheses);
  }
  return scorer.segments();
}

struct Bootstrap {
  size_t num_samples;
  ConfidenceInterval single;    // of the baseline alone
  ConfidenceInterval baseline;  // with the test
  ConfidenceInterval system;
  double p;
};

void check_interval(const ConfidenceInterval& interval, const ConfidenceInterval& expected) {
  CHECK(interval.mean == Approx(expected.mean).epsilon(1e-12));
  CHECK(interval.half_width == Approx(expected.half_width).epsilon(1e-12));
}

void check_bootstrap(Metric& metric, const Bootstrap& expected) {
  const std::vector<SegmentStatistics> systems = count_systems(metric);
  const Resampling resampling{expected.num_samples, 12345};
  check_interval(bootstrap_confidence(metric, systems[0], resampling), expected.single);
  const auto results = paired_bootstrap(metric, systems, resampling);
  CHECK_FALSE(results[0].p_value.has_value());
  CHECK(results[1].p_value.value() == Approx(expected.p).epsilon(1e-12));
  check_interval(results[0].confidence.value(), expected.baseline);
  check_interval(results[1].confidence.value(), expected.system);
}

/// Checks the p-value of 200 samples.
void check_randomization(Metric& metric, double p) {
  const auto results = paired_randomization(metric, count_systems(metric), {200, 12345});
  CHECK_FALSE(results[0].p_value.has_value());
  CHECK_FALSE(results[1].confidence.has_value());
  CHECK(results[1].p_value.value() == Approx(p).epsilon(1e-12));
}

// The numbers are sacreBLEU 2.6.0's with numpy 2.4.6, of corpus_score(..., n_bootstrap=N) and of
// PairedTest(..., test_type="bs", n_samples=N) and ("ar", 200), seed 12345.

TEST_CASE("significance of BLEU is sacreBLEU's") {
  Bleu bleu;
  check_bootstrap(bleu, {100,
                         {5.996573951900513, 4.618416227131446},
                         {5.996573951900513, 4.618416227131446},
                         {2.761661283945965, 1.4486735965086415},
                         0.09900990099009901});
  check_bootstrap(bleu, {1000,
                         {5.330167191238562, 4.75575239868335},
                         {5.330167191238563, 4.75575239868335},
                         {2.5939713038909895, 1.6167427786483732},
                         0.08291708291708291});
  check_randomization(bleu, 0.23880597014925373);
}

TEST_CASE("significance of chrF is sacreBLEU's, which has it in 32-bit floats") {
  Chrf chrf({.word_order = 2});
  check_bootstrap(chrf, {100,
                         {24.915556F, 4.672017F},
                         {24.915556F, 4.672017F},
                         {22.902905F, 3.0846796F},
                         0.1485148514851485});
  check_bootstrap(chrf, {1000,
                         {24.399822F, 4.4203587F},
                         {24.399822F, 4.4203587F},
                         {22.732805F, 3.30521F},
                         0.13786213786213786});
  check_randomization(chrf, 0.39800995024875624);
}

TEST_CASE("significance of TER is sacreBLEU's, which has it in 32-bit floats") {
  Ter ter;
  check_bootstrap(ter, {100,
                        {81.59824F, 5.60149F},
                        {81.59824F, 5.60149F},
                        {82.812645F, 4.9262924F},
                        0.27722772277227725});
  check_bootstrap(ter, {1000,
                        {82.314705F, 5.894001F},
                        {82.314705F, 5.894001F},
                        {83.131516F, 5.6766396F},
                        0.24275724275724275});
  check_randomization(ter, 0.5373134328358209);
}

TEST_CASE("a fraction that is added to counts is lost where sacreBLEU has integers") {
  Bleu bleu({.smooth_method = BleuSmoothing::kAddK, .smooth_value = 0.5});
  check_bootstrap(bleu, {100,
                         {6.414944900982122, 4.642155542298888},
                         {6.414944900982123, 4.642155542298888},
                         {2.975769839354655, 1.3713794582498022},
                         0.06930693069306931});
  check_randomization(bleu, 1.0);
}

TEST_CASE("a system that is the baseline does not differ from it") {
  Bleu bleu;
  const SegmentStatistics baseline = count_systems(bleu)[0];
  CHECK(paired_bootstrap(bleu, {baseline, baseline}, {99, 1})[1].p_value == 0.01);
  CHECK(paired_randomization(bleu, {baseline, baseline}, {99, 1})[1].p_value == 0.01);
}

TEST_CASE("the same seed gives the same samples, another one others") {
  Bleu bleu;
  const SegmentStatistics segments = count_systems(bleu)[0];
  const auto mean = [&](uint64_t seed) {
    return bootstrap_confidence(bleu, segments, {50, seed}).mean;
  };
  CHECK(mean(1) == mean(1));
  CHECK(mean(1) != mean(2));
}

TEST_CASE("systems of different numbers of segments are an error") {
  Bleu bleu;
  SegmentStatistics more = count_systems(bleu)[0];
  const std::vector<double> row(bleu.num_statistics(), 1);
  more.add(row);
  CHECK_THROWS_WITH(paired_bootstrap(bleu, {count_systems(bleu)[0], more}, {}),
                    ContainsSubstring("systems of 30 and 31 segments"));
}

}  // namespace
}  // namespace dragoman
