#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "io/settings_read.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/corpus_scorer.h"
#include "metrics/score_text.h"
#include "metrics/ter.h"

// sacrebleu_cases.json holds what sacreBLEU makes of small texts; bench/scores/make_cases wrote it.

namespace dragoman {
namespace {

using Json = nlohmann::json;

/// A metric with the settings that a case names.
template <class MetricType, class Settings>
std::unique_ptr<Metric> make(const Json& named) {
  Settings settings;
  read_settings(nlohmann::ordered_json(named), settings, {.file = "sacrebleu_cases.json"});
  return std::make_unique<MetricType>(settings);
}

std::unique_ptr<Metric> make_metric(const Json& sample) {
  const Json& settings = sample["settings"];
  if (sample["metric"] == "bleu") return make<Bleu, BleuSettings>(settings);
  return sample["metric"] == "chrf" ? make<Chrf, ChrfSettings>(settings)
                                    : make<Ter, TerSettings>(settings);
}

void check_case(const Json& sample) {
  INFO(sample.dump());
  const std::unique_ptr<Metric> metric = make_metric(sample);
  CorpusScorer scorer(*metric, 1, true);
  for (size_t i = 0; i < sample["hypotheses"].size(); ++i) {
    const auto hypothesis = sample["hypotheses"][i].get<std::string>();
    const auto references = sample["references"][i].get<std::vector<std::string>>();
    const std::string_view view = hypothesis;
    scorer.add(std::vector<std::string_view>(references.begin(), references.end()), {&view, 1});
  }
  std::vector<double> expected;
  for (const Json& row : sample["statistics"]) {
    for (const Json& number : row) expected.push_back(number.get<double>());
  }
  const std::span<const double> counted = scorer.segments()[0].values();
  CHECK(std::vector<double>(counted.begin(), counted.end()) == expected);
  CHECK(std::abs(scorer.score(0) - sample["score"].get<double>()) <= 1e-9);
  const ScoreReport report{metric->name(), scorer.score(0), metric->details(scorer.sums(0)),
                           scorer.signature(), std::nullopt};
  CHECK(format_score(report, {.width = 4}) == sample["line"].get<std::string>());
  CHECK(format_signature(report.signature, true) == sample["short_signature"].get<std::string>());
}

TEST_CASE("statistics, scores, signatures and lines are sacreBLEU's") {
  std::ifstream file(DRAGOMAN_SOURCE_DIR "/tests/metrics/sacrebleu_cases.json");
  const Json document = Json::parse(file);
  CHECK(document["version"] == version_item().value);
  REQUIRE(document["cases"].size() >= 100);
  for (const Json& sample : document["cases"]) check_case(sample);
}

}  // namespace
}  // namespace dragoman
