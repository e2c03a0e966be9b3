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

struct Expected {
  ConfidenceInterval single;    // of the baseline alone
  ConfidenceInterval baseline;  // with the test
  ConfidenceInterval system;
  double bootstrap_p;
  double randomization_p;
};

void check_interval(const ConfidenceInterval& interval, const ConfidenceInterval& expected) {
  CHECK(interval.mean == Approx(expected.mean).epsilon(1e-12));
  CHECK(interval.half_width == Approx(expected.half_width).epsilon(1e-12));
}

void check_tests(Metric& metric, const Expected& expected) {
  const std::vector<SegmentStatistics> systems = count_systems(metric);
  check_interval(bootstrap_confidence(metric, systems[0], {100, 12345}), expected.single);

  const auto bootstrap = paired_bootstrap(metric, systems, {100, 12345});
  CHECK_FALSE(bootstrap[0].p_value.has_value());
  CHECK(bootstrap[1].p_value.value() == Approx(expected.bootstrap_p).epsilon(1e-12));
  check_interval(bootstrap[0].confidence.value(), expected.baseline);
  check_interval(bootstrap[1].confidence.value(), expected.system);

  const auto randomization = paired_randomization(metric, systems, {200, 12345});
  CHECK_FALSE(randomization[0].p_value.has_value());
  CHECK_FALSE(randomization[1].confidence.has_value());
  CHECK(randomization[1].p_value.value() == Approx(expected.randomization_p).epsilon(1e-12));
}

// The numbers are sacreBLEU 2.6.0's with numpy 2.4.6, of corpus_score(..., n_bootstrap=100) and of
// PairedTest(..., test_type="bs", n_samples=100) and ("ar", 200), seed 12345.

TEST_CASE("significance of BLEU is sacreBLEU's") {
  Bleu bleu;
  check_tests(bleu, {{5.996573951900513, 4.618416227131446},
                     {5.996573951900513, 4.618416227131446},
                     {2.761661283945965, 1.4486735965086415},
                     0.09900990099009901,
                     0.23880597014925373});
}

TEST_CASE("significance of chrF is sacreBLEU's, which has it in 32-bit floats") {
  Chrf chrf({.word_order = 2});
  check_tests(chrf, {{24.915556F, 4.672017F},
                     {24.915556F, 4.672017F},
                     {22.902905F, 3.0846796F},
                     0.1485148514851485,
                     0.39800995024875624});
}

TEST_CASE("significance of TER is sacreBLEU's, which has it in 32-bit floats") {
  Ter ter;
  check_tests(ter, {{81.59824F, 5.60149F},
                    {81.59824F, 5.60149F},
                    {82.812645F, 4.9262924F},
                    0.27722772277227725,
                    0.5373134328358209});
}

TEST_CASE("a fraction that is added to counts is lost where sacreBLEU has integers") {
  Bleu bleu({.smooth_method = BleuSmoothing::kAddK, .smooth_value = 0.5});
  check_tests(bleu, {{6.414944900982122, 4.642155542298888},
                     {6.414944900982123, 4.642155542298888},
                     {2.975769839354655, 1.3713794582498022},
                     0.06930693069306931,
                     1.0});
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
