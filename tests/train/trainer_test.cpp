#include "train/trainer.h"

#include <cmath>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>

#include "catch.h"
#include "io/text_file.h"
#include "temporary_folder.h"
#include "train/average.h"
#include "train/stop_signal.h"

namespace dragoman {
namespace {

/// Pairs to copy backwards: letters, and the same letters reversed.
ParallelText reversed_words(size_t count, uint64_t first) {
  ParallelText text;
  for (uint64_t number = first; text.size() < count; ++number) {
    std::string source;
    for (uint64_t rest = number * 2654435761 % 65536; rest > 0; rest /= 8)
      source += static_cast<char>('a' + rest % 8);
    if (source.empty()) continue;
    text.source.push_back(source);
    text.target.emplace_back(source.rbegin(), source.rend());
  }
  return text;
}

TrainingData make_data(const TemporaryFolder& folder) {
  const ParallelText text = reversed_words(60, 1);
  TokenizerSettings settings;
  settings.type = TokenizerType::kChar;
  settings.vocabulary_size = 12;
  settings.character_coverage = 1;
  train_tokenizer(text.source, settings, folder / "tokenizer.model");
  const auto tokenizer = std::make_shared<const Tokenizer>(folder / "tokenizer.model", false);
  TrainingData data{.tokenizers = {tokenizer, tokenizer},
                    .examples = {},
                    .valid = reversed_words(8, 100),
                    .valid_examples = {}};
  data.examples = encode_parallel_text(text, *tokenizer, *tokenizer, 30).examples;
  data.valid_examples = encode_parallel_text(data.valid, *tokenizer, *tokenizer, 30).examples;
  return data;
}

TrainSettings train_settings(int64_t updates) {
  TrainSettings settings;
  settings.updates = updates;
  settings.batch_tokens = 120;
  settings.accumulate = 2;
  settings.warmup = 5;
  settings.learning_rate = 3e-3;
  settings.report_every = 3;
  settings.validate_every = 4;
  settings.checkpoint_every = 3;
  settings.keep = Keep::kLast;
  return settings;
}

/// Sees, and may change, the gradient of one weight in each micro-batch.
using GradientHook = std::function<torch::Tensor(torch::Tensor)>;

Trainer make_trainer(const TrainingData& data, const std::string& run,
                     const TrainSettings& settings, const GradientHook& on_gradient = nullptr) {
  ModelSettings shape;
  shape.encoder_layers = shape.decoder_layers = 1;
  shape.width = 16;
  shape.feed_forward = 32;
  shape.heads = 2;
  shape.max_length = 32;
  shape.dropout = 0.2;
  shape.attention_dropout = 0.1;
  Transformer model(shape, data.tokenizers.sizes());
  initialize_weights(*model, 1);
  if (on_gradient) named_weights(*model).front().second.register_hook(on_gradient);
  return Trainer({.model = model,
                  .data = data,
                  .paths = FolderPaths(run),
                  .search = {},
                  .lowercase = false,
                  .log = make_null_logger()},
                 settings);
}

NamedTensors weights_of(const std::string& run) {
  return average_weights({run + "/model.safetensors"});
}

/// Columns of a table that are not time, speed or memory.
std::vector<std::string> rows_without_time(const std::string& path) {
  std::vector<std::string> rows;
  for (const std::string& line : read_lines(path))
    rows.push_back(line.substr(0, line.rfind('\t', line.rfind('\t') - 1)));
  return rows;
}

void check_same_run(const std::string& a, const std::string& b) {
  const NamedTensors first = weights_of(a), second = weights_of(b);
  REQUIRE(first.size() == second.size());
  for (size_t i = 0; i < first.size(); ++i) CHECK(torch::equal(first[i].second, second[i].second));
  CHECK(rows_without_time(a + "/train.tsv") == rows_without_time(b + "/train.tsv"));
  CHECK(read_lines(a + "/valid.tsv") == read_lines(b + "/valid.tsv"));
}

/// Spoils the gradients of updates 8 to 12 until training has gone back `rollbacks` times.
class Spoiler {
 public:
  explicit Spoiler(int64_t rollbacks) : rollbacks_(rollbacks) {}

  torch::Tensor operator()(const torch::Tensor& gradient) const {
    const TrainState& state = trainer->state();
    const bool spoils = state.update >= 7 && state.update < 12 && state.rollbacks < rollbacks_;
    return spoils ? gradient * INFINITY : gradient;
  }

  const Trainer* trainer = nullptr;

 private:
  int64_t rollbacks_;
};

/// Trains in processes that do one update each, since a signal comes in it; returns how many.
int run_in_parts(const TrainingData& data, const std::string& run, const TrainSettings& settings,
                 Spoiler* spoiler) {
  int num_processes = 0;
  for (int signal = SIGTERM; signal != 0 && num_processes < 100; ++num_processes) {
    const auto stop = [spoiler](const torch::Tensor& gradient) {
      if (StopSignal::received() == 0) std::raise(SIGTERM);  // a second one would end the test
      return spoiler ? (*spoiler)(gradient) : gradient;
    };
    Trainer part = make_trainer(data, run, settings, stop);
    if (spoiler) spoiler->trainer = &part;
    CHECK(part.resume() == (num_processes > 0));
    signal = part.run();
  }
  return num_processes;
}

}  // namespace

TEST_CASE(
    "a run that stops and is resumed ends with the weights and the log of the undisturbed run") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  Trainer straight = make_trainer(data, folder / "straight", train_settings(13));
  CHECK(straight.run() == 0);

  // The checkpoint of update 6 is what a run that died at update 7 or 8 leaves behind.
  for (const int64_t updates : {7, 13}) {
    Trainer part = make_trainer(data, folder / "parts", train_settings(updates));
    CHECK(part.resume() == (updates == 13));
    if (updates == 13) {
      // Rows written after the checkpoint are cut.
      std::ofstream(folder / "parts/train.tsv", std::ios::app) << "9\t1\t0\t0\t0\t0\t0\t0\n";
    }
    CHECK(part.run() == 0);
  }
  const NamedTensors first = weights_of(folder / "straight"), second = weights_of(folder / "parts");
  for (size_t i = 0; i < first.size(); ++i) CHECK(torch::equal(first[i].second, second[i].second));
}

TEST_CASE("a run killed between checkpoints goes on from the newest and repeats what came after") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  Trainer straight = make_trainer(data, folder / "straight", train_settings(12));
  CHECK(straight.run() == 0);
  Trainer killed = make_trainer(data, folder / "killed", train_settings(12));
  CHECK(killed.run() == 0);
  for (const char* gone : {"00000012.model", "00000012.training"}) {
    std::filesystem::remove(folder / "killed/checkpoints/update-" + gone + ".safetensors");
  }
  Trainer resumed = make_trainer(data, folder / "killed", train_settings(12));
  CHECK(resumed.resume());
  CHECK(resumed.state().update == 9);
  CHECK(resumed.run() == 0);
  check_same_run(folder / "straight", folder / "killed");
}

TEST_CASE("a damaged newest checkpoint is passed over for the one before") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  make_trainer(data, folder / "run", train_settings(6)).run();
  const std::string newest = folder / "run/checkpoints/update-00000006.model.safetensors";
  std::filesystem::resize_file(newest, std::filesystem::file_size(newest) / 2);
  Trainer resumed = make_trainer(data, folder / "run", train_settings(6));
  CHECK(resumed.resume());
  CHECK(resumed.state().update == 3);
}

TEST_CASE("a signal ends training after the update, with everything saved") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(0);
  settings.epochs = 100000;
  Trainer trainer = make_trainer(data, folder / "run", settings);
  std::thread killer([&] {
    while (
        !std::filesystem::exists(folder / "run/checkpoints/update-00000003.training.safetensors"))
      std::this_thread::yield();
    std::raise(SIGTERM);
  });
  CHECK(trainer.run() == SIGTERM);
  killer.join();
  Trainer resumed = make_trainer(data, folder / "run", settings);
  CHECK(resumed.resume());
  CHECK(resumed.state().update == trainer.state().update);
}

TEST_CASE("when a run is stopped and saved makes no difference to its end") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(17);
  settings.report_every = 5;  // reports span checkpoints, validations and stops
  settings.keep = Keep::kAverage;
  settings.keep_checkpoints = 3;
  CHECK(make_trainer(data, folder / "straight", settings).run() == 0);

  TrainSettings saving = settings;
  saving.save_minutes = 1e-9;  // after each update that no checkpoint is due at
  CHECK(make_trainer(data, folder / "saving", saving).run() == 0);
  check_same_run(folder / "straight", folder / "saving");

  CHECK(run_in_parts(data, folder / "parts", settings, nullptr) == 17);
  check_same_run(folder / "straight", folder / "parts");
}

TEST_CASE("an update that is not finite is skipped and counted") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  int call = 0;
  const auto spoil_some = [&call](const torch::Tensor& gradient) {
    ++call;
    return call == 8 || call == 13 ? gradient * NAN : gradient;
  };
  TrainSettings settings = train_settings(12);
  settings.report_every = 12;
  Trainer trainer = make_trainer(data, folder / "run", settings, spoil_some);
  CHECK(trainer.run() == 0);
  CHECK(trainer.state().update == 12);
  CHECK(trainer.state().rollbacks == 0);
  for (const auto& [name, weight] : weights_of(folder / "run")) {
    CHECK(torch::isfinite(weight).all().item<bool>());
  }
  std::istringstream row(read_lines(folder / "run/train.tsv").back());
  std::string update, epoch, loss, rate, norm, tokens, skipped;
  row >> update >> epoch >> loss >> rate >> norm >> tokens >> skipped;
  CHECK(skipped == "2");
  CHECK(std::isfinite(std::stod(loss)));
}

TEST_CASE("training that diverges goes back to a checkpoint, with a lower rate") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(17);
  settings.skip_limit = 3;
  Spoiler spoiler(2);
  Trainer trainer = make_trainer(data, folder / "run", settings, std::ref(spoiler));
  spoiler.trainer = &trainer;
  CHECK(trainer.run() == 0);
  CHECK(trainer.state().update == 17);
  CHECK(trainer.state().rollbacks == 2);
  const auto rate_of = [](const std::string& run) {
    std::istringstream row(read_lines(run + "/train.tsv").back());
    double update = 0, epoch = 0, loss = 0, rate = 0;
    row >> update >> epoch >> loss >> rate;
    return rate;
  };
  CHECK(make_trainer(data, folder / "calm", settings).run() == 0);
  CHECK(rate_of(folder / "run") == Approx(rate_of(folder / "calm") / 4));
  CHECK(read_lines(folder / "run/train.tsv").size() ==
        read_lines(folder / "calm/train.tsv").size());
}

TEST_CASE("a run that went back ends alike however often it is stopped") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(17);
  settings.skip_limit = 3;
  Spoiler spoiler(1);
  Trainer trainer = make_trainer(data, folder / "straight", settings, std::ref(spoiler));
  spoiler.trainer = &trainer;
  CHECK(trainer.run() == 0);
  Spoiler again(1);
  CHECK(run_in_parts(data, folder / "parts", settings, &again) > 17);
  check_same_run(folder / "straight", folder / "parts");
}

TEST_CASE("training that diverges again and again stops and says what to change") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(17);
  settings.skip_limit = 3;
  settings.rollback_limit = 2;
  Spoiler spoiler(100);
  Trainer trainer = make_trainer(data, folder / "run", settings, std::ref(spoiler));
  spoiler.trainer = &trainer;
  CHECK_THROWS_WITH(trainer.run(), ContainsSubstring("after going back 2 times: lower "
                                                     "train.learning_rate"));
  Trainer resumed = make_trainer(data, folder / "run", settings);
  CHECK(resumed.resume());
  CHECK(resumed.state().update == 6);
  CHECK(resumed.run() == 0);
}

TEST_CASE(
    "checkpoints beyond those to keep are deleted, and the average is that of the kept ones") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(12);
  settings.keep = Keep::kAverage;
  settings.keep_checkpoints = 2;
  make_trainer(data, folder / "run", settings).run();
  const auto files = CheckpointStore(folder / "run/checkpoints").weights_files();
  REQUIRE(files.size() == 2);
  const NamedTensors a = average_weights({files[0]}), b = average_weights({files[1]}),
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
    settings.metric = metric;
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
    CHECK(trainer.state().best_score.value() == Approx(best).margin(1e-4));
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
    ModelSettings shape;
    shape.encoder_layers = shape.decoder_layers = 1;
    shape.width = 16;
    shape.feed_forward = 32;
    shape.heads = 2;
    shape.max_length = 32;
    shape.dropout = 0;
    Transformer model(shape, data.tokenizers.sizes());
    initialize_weights(*model, 1);
    const std::string run = folder / std::to_string(accumulate);
    Trainer trainer({.model = model,
                     .data = data,
                     .paths = FolderPaths(run),
                     .search = {},
                     .lowercase = false,
                     .log = make_null_logger()},
                    settings);
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
