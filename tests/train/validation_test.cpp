#include "train/validation.h"

#include "catch.h"

namespace dragoman {
namespace {

ValidationScores scores_of(double loss, double score) {
  ValidationScores scores;
  scores.loss = loss;
  scores.bleu = scores.chrf = score;
  return scores;
}

}  // namespace

TEST_CASE("a score of 0 ranks below all others, and the loss ranks among those") {
  const ValidationScores early = scores_of(8.5, 0), later = scores_of(6.5, 0),
                         last = scores_of(9, 0.1);
  for (const ValidationMetric metric : {ValidationMetric::kBleu, ValidationMetric::kChrf}) {
    CHECK(score_of(early, metric) < score_of(later, metric));
    CHECK(score_of(later, metric) < score_of(last, metric));
    CHECK(score_of(last, metric) == 0.1);
  }
  CHECK(score_of(last, ValidationMetric::kLoss) == -9);
}

}  // namespace dragoman
