#include "train/validation.h"

#include <csignal>

#include "small_runs.h"

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

TEST_CASE("a validation is given up after a signal, at its start and in the middle") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.valid = written_corpus(folder / "valid.tsv", 2000, 100);
  const TrainingData data = make_data(folder, settings);
  const Transformer model = small_model(data);
  Meters meters;
  Replicas replicas(model, named_weights(*model), {}, GENERATE(1, 2), meters);
  ValidationOptions options = validation_options(train_settings(1), {});
  for (const int allowed : {0, 1, 2, 4, 1'000'000}) {
    int calls = 0;
    options.signal = [&] { return calls++ < allowed ? 0 : SIGTERM; };
    const auto scores = validate(replicas, alone(), data, options);
    CHECK(scores.has_value() == (calls <= allowed));
    CHECK(model->is_training());
  }
}

}  // namespace dragoman
