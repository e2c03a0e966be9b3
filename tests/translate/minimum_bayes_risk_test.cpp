#include "translate/minimum_bayes_risk.h"

#include <algorithm>
#include <thread>

#include "catch.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/corpus_scorer.h"
#include "threads/cancellation.h"

namespace dragoman {
namespace {

/// The mean of the scores against every other candidate, each scored as a corpus of one segment.
std::vector<double> one_by_one(const std::vector<std::string>& candidates, Metric& metric) {
  std::vector<double> utilities;
  for (size_t i = 0; i < candidates.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < candidates.size(); ++j) {
      if (j != i) sum += score_corpus(metric, {candidates[i]}, {{candidates[j]}});
    }
    utilities.push_back(sum / static_cast<double>(candidates.size() - 1));
  }
  return utilities;
}

void check_equal(const std::vector<double>& utilities, const std::vector<double>& expected) {
  REQUIRE(utilities.size() == expected.size());
  for (size_t i = 0; i < utilities.size(); ++i) CHECK(utilities[i] == Approx(expected[i]));
}

const std::vector<std::string>& candidates() {
  static const std::vector<std::string> texts = {
      "the cat sat on the mat",   "a cat sat on a mat", "the cat sat on the mat", "",
      "the dog lies on the mat.", "Größe ist relativ",  "the cat sat on the mat", ""};
  return texts;
}

}  // namespace

TEST_CASE("utilities are means of sentence scores against all other candidates") {
  Chrf chrf;
  check_equal(expected_utilities(candidates(), MbrUtility::kChrf), one_by_one(candidates(), chrf));
  BleuSettings settings;
  settings.effective_order = true;
  Bleu bleu(settings);
  check_equal(expected_utilities(candidates(), MbrUtility::kBleu), one_by_one(candidates(), bleu));
}

TEST_CASE("the candidate that is most like the others has the greatest utility") {
  for (const MbrUtility utility : {MbrUtility::kChrf, MbrUtility::kBleu}) {
    const std::vector<double> utilities = expected_utilities(candidates(), utility);
    CHECK(std::max_element(utilities.begin(), utilities.end()) == utilities.begin());
  }
}

TEST_CASE("a candidate that is alone has no utility") {
  CHECK(expected_utilities({"alone"}, MbrUtility::kChrf) == std::vector<double>{0});
  CHECK(expected_utilities({}, MbrUtility::kBleu).empty());
}

TEST_CASE("computing utilities can be cancelled") {
  const Cancellation cancellation([] { return false; });
  std::this_thread::sleep_for(Cancellation::kInterval);
  CHECK_THROWS_AS(expected_utilities(candidates(), MbrUtility::kChrf), Cancelled);
}

TEST_CASE("a utility must be named") {
  CHECK_THROWS_AS(expected_utilities(candidates(), MbrUtility::kNone), std::invalid_argument);
}

}  // namespace dragoman
