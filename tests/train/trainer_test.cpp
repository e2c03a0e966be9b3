#include "train/trainer.h"

#include <sstream>

#include "small_runs.h"

namespace dragoman {

TEST_CASE(
    "checkpoints beyond those to keep are deleted, and the average is that of the kept ones") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(12);
  settings.keep = Keep::kAverage;
  settings.keep_checkpoints = 2;
  make_trainer(data, folder / "run", settings).run();
  const auto files = checkpoint_weights(FolderPaths(folder / "run"));
  REQUIRE(files.size() == 2);
  const NamedTensors a = averaged({files[0]}), b = averaged({files[1]}),
                     mean = weights_of(folder / "run");
  for (size_t i = 0; i < mean.size(); ++i)
    CHECK(torch::allclose(mean[i].second, (a[i].second + b[i].second) / 2, 1e-6, 1e-7));
}

TEST_CASE("patience ends training after that many validations without a better score") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(400);
  settings.learning_rate = settings.initial_rate = 0.0;
  settings.patience = 2;
  Trainer trainer = make_trainer(data, folder / "run", settings);
  CHECK(trainer.run() == 0);
  CHECK(trainer.state().update == 12);
}

TEST_CASE("the best weights are those of the metric that the settings name") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  for (const ValidationMetric metric : {ValidationMetric::kChrf, ValidationMetric::kLoss}) {
    TrainSettings settings = train_settings(12);
    settings.best = metric;
    const std::string run = folder / (metric == ValidationMetric::kChrf ? "chrf" : "loss");
    Trainer trainer = make_trainer(data, run, settings);
    trainer.run();
    double best = -INFINITY;
    for (const std::string& line : read_lines(run + "/valid.tsv")) {
      std::istringstream row(line);
      double update = 0, epoch = 0, loss = 0, perplexity = 0, bleu = 0, chrf = 0;
      if (row >> update >> epoch >> loss >> perplexity >> bleu >> chrf) {
        best = std::max(best, metric == ValidationMetric::kChrf ? chrf : -loss);
      }
    }
    CHECK(trainer.state().best.front().score == Approx(best).margin(1e-4));
  }
}

TEST_CASE("bf16 trains to about the loss of fp32") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  std::vector<double> losses;
  for (const TrainPrecision precision : {TrainPrecision::kFp32, TrainPrecision::kBf16}) {
    TrainSettings settings = train_settings(30);
    settings.precision = precision;
    const std::string run = folder / (precision == TrainPrecision::kFp32 ? "fp32" : "bf16");
    make_trainer(data, run, settings).run();
    std::istringstream row(read_lines(run + "/valid.tsv").back());
    double update = 0, epoch = 0, loss = 0;
    row >> update >> epoch >> loss;
    losses.push_back(loss);
  }
  CHECK(losses[0] < 2.4);
  CHECK(losses[1] == Approx(losses[0]).epsilon(0.03));
}

TEST_CASE("two micro-batches of an update have the gradient of one batch of both") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  std::vector<NamedTensors> ends;
  for (const int64_t accumulate : {1, 100}) {
    TrainSettings settings = train_settings(1);
    settings.accumulate = accumulate;
    settings.batch_tokens = accumulate == 1 ? 100000 : 200;
    const Transformer model = small_model(data, 0);
    Trainer trainer = trainer_of(model, data, folder / std::to_string(accumulate), settings);
    trainer.run();
    NamedTensors gradients;
    for (const auto& [name, weight] : named_weights(*model))
      gradients.emplace_back(name, weight.grad());
    ends.push_back(gradients);
  }
  for (size_t i = 0; i < ends[0].size(); ++i)
    CHECK(torch::allclose(ends[0][i].second, ends[1][i].second, 1e-3, 1e-5));
}

}  // namespace dragoman
