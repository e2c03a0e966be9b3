#include "capi/dragoman.h"

#include <string>
#include <vector>

#include "catch.h"
#include "opened_translator.h"

namespace dragoman {

TEST_CASE("a metric gives the words that it compares") {
  dragoman_metric* metric = nullptr;
  const dragoman_option lowercase{text("lowercase"), text("true")};
  REQUIRE(dragoman_metric_open(text("bleu"), &lowercase, 1, &metric) == nullptr);
  dragoman_texts* texts = nullptr;
  REQUIRE(dragoman_metric_tokenize(metric, text("The Cat. "), &texts) == nullptr);
  size_t count = 0;
  const dragoman_text* const words = dragoman_texts_view(texts, &count);
  REQUIRE(count == 3);
  CHECK(std::string(words[0].data, words[0].size) == "the");
  CHECK(std::string(words[2].data, words[2].size) == ".");
  dragoman_texts_free(texts);
  dragoman_metric_free(metric);
}

TEST_CASE("texts to score that are NULL are an error if they have a count") {
  dragoman_metric* metric = nullptr;
  REQUIRE(dragoman_metric_open(text("ter"), nullptr, 0, &metric) == nullptr);
  const dragoman_text line = text("a");
  double statistics[2];
  CHECK(taken(dragoman_metric_count(metric, nullptr, 1, &line, 1, statistics)).second ==
        "a list of hypotheses has a count, but is NULL");
  CHECK(taken(dragoman_metric_count(metric, &line, 1, nullptr, 1, statistics)).second ==
        "a list of references has a count, but is NULL");
  dragoman_metric_free(metric);
}

TEST_CASE("BLEU says how many precisions it has, and needs room for them") {
  dragoman_metric* metric = nullptr;
  REQUIRE(dragoman_metric_open(text("bleu"), nullptr, 0, &metric) == nullptr);
  const dragoman_text line = text("a man is here .");
  std::vector<double> statistics(dragoman_metric_num_statistics(metric)), precisions(6);
  REQUIRE(dragoman_metric_count(metric, &line, 1, &line, 1, statistics.data()) == nullptr);
  dragoman_metric_score score{sizeof score, 0, 0, precisions.data(), 3};
  CHECK(taken(dragoman_metric_compute(metric, statistics.data(), &score)).second ==
        "num_precisions is 3, but there are 4: give a longer array");
  dragoman_metric_score without{sizeof without, 0, 0, nullptr, 0};
  REQUIRE(dragoman_metric_compute(metric, statistics.data(), &without) == nullptr);
  CHECK(without.num_precisions == 4);
  score.num_precisions = 6;
  REQUIRE(dragoman_metric_compute(metric, statistics.data(), &score) == nullptr);
  CHECK(score.num_precisions == 4);
  dragoman_metric_free(metric);
}

TEST_CASE("resampling with an unknown test is an error") {
  dragoman_metric* metric = nullptr;
  REQUIRE(dragoman_metric_open(text("ter"), nullptr, 0, &metric) == nullptr);
  const double statistics[2] = {1, 2};
  dragoman_resampling resampling{};
  resampling.size = sizeof resampling;
  resampling.test = static_cast<dragoman_test>(-1);
  resampling.num_samples = 10;
  dragoman_texts* none = nullptr;
  CHECK(taken(dragoman_metric_describe(metric, statistics, 1, 0, &resampling, &none)).first ==
        DRAGOMAN_INVALID_ARGUMENT);
  resampling.test = static_cast<dragoman_test>(3);
  const std::string said = "there is no test 3: give bootstrap (1) or randomization (2)";
  dragoman_comparison comparison;
  CHECK(taken(dragoman_metric_compare(metric, statistics, 1, 1, &resampling, &comparison)).second ==
        said);
  dragoman_texts* texts = nullptr;
  CHECK(taken(dragoman_metric_describe(metric, statistics, 1, 0, &resampling, &texts)).second ==
        said);
  dragoman_metric_free(metric);
}

}  // namespace dragoman
