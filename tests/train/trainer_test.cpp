#include "train/trainer.h"

#include <sstream>

#include "captured_stderr.h"
#include "small_runs.h"
#include "threads/thread_count.h"

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

/// Of the last validation.
double last_loss(const std::string& run) {
  std::istringstream row(read_lines(run + "/valid.tsv").back());
  double update = 0, epoch = 0, loss = 0;
  row >> update >> epoch >> loss;
  return loss;
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

/// A trainer whose validations search by `search`.
Trainer trainer_with(const SearchSettings& search, const Transformer& model,
                     const TrainingData& data, const std::string& run,
                     const TrainSettings& settings) {
  return Trainer({.model = model,
                  .data = data,
                  .paths = FolderPaths(run),
                  .search = search,
                  .log = make_null_logger(),
                  .exchange = alone()},
                 settings);
}

TEST_CASE("settings of the search that validations refuse are refused before the first update") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  const auto begin = [&](const SearchSettings& search, int64_t beam) {
    TrainSettings settings = train_settings(4);
    settings.validate_beam = beam;
    trainer_with(search, small_model(data), data, folder / "run", settings);
  };
  CHECK_THROWS_WITH(begin({.suppress = {"nix"}}, 1), ContainsSubstring("search.suppress"));
  CHECK_THROWS_WITH(begin({}, 400), ContainsSubstring("train.validate_beam is 400, more than"));
  const UnknownTokens replace = UnknownTokens::kReplace;
  CHECK_THROWS_WITH(begin({.unknown = replace, .alignment_layer = 2}, 1),
                    ContainsSubstring("search.alignment_layer is 2"));
  CHECK_NOTHROW(begin({.alignment_layer = 2}, 1));
  CHECK_NOTHROW(begin({.terminology_mode = TerminologyMode::kInline}, 1));
}

TEST_CASE("a language model draws samples, whatever its search settings say of beams and sources") {
  const TemporaryFolder folder;
  DataSettings text;
  text.train.emplace_back().target = written_file(folder / "train", "abc\ndefgh\nab de\nfgh\n");
  text.valid.target = written_file(folder / "valid", "abc\n");
  const TrainingData data = make_data(folder, text);
  ModelSettings shape = small_model(data)->settings();
  shape.architecture = Architecture::kLanguageModel;
  Transformer model(shape, data.tokenizers.sizes());
  initialize_weights(*model, 1);
  model->to(parse_device(test_device()));
  const SearchSettings search{.coverage_penalty = 0.2,
                              .stopping = Stopping::kFirst,
                              .min_length = 150,
                              .unknown = UnknownTokens::kReplace};
  TrainSettings settings = train_settings(2);
  settings.best = ValidationMetric::kLoss;
  settings.samples = 2;
  CHECK(trainer_with(search, model, data, folder / "run", settings).run() == 0);
  CHECK_THAT(read_lines(folder / "run/valid.tsv").front(), ContainsSubstring("sample_2"));
  CHECK_THROWS_WITH(trainer_with({.suppress = {"nix"}}, model, data, folder / "other", settings),
                    ContainsSubstring("search.suppress"));
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

TEST_CASE("a validation whose score is not finite is never among the best") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(5);
  settings.best = ValidationMetric::kLoss;
  settings.keep = Keep::kBest;
  settings.optimizer = OptimizerType::kAdamW;
  settings.learning_rate = 1e12;
  settings.weight_decay = 1;
  settings.checkpoint_every = 100;
  CHECK(make_trainer(data, folder / "run", settings).run() == 0);
  REQUIRE_THAT(read_lines(folder / "run/valid.tsv").back(), ContainsSubstring("nan\t"));
  Trainer resumed = make_trainer(data, folder / "run", settings);
  REQUIRE(resumed.resume());
  CHECK(resumed.state().best.empty());
  CHECK(resumed.state().validations_without_gain == 2);
  CHECK(resumed.run() == 0);
}

TEST_CASE("bf16 trains to about the loss of fp32") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  std::vector<double> losses;
  for (const TrainPrecision precision : {TrainPrecision::kFp32, TrainPrecision::kBf16}) {
    TrainSettings settings = settings_to_end(30);
    settings.precision = precision;
    const std::string run = folder / (precision == TrainPrecision::kFp32 ? "fp32" : "bf16");
    make_trainer(data, run, settings).run();
    losses.push_back(last_loss(run));
  }
  CHECK(losses[0] < 2.4);
  CHECK(losses[1] == Approx(losses[0]).epsilon(0.03));
}

TEST_CASE("an update in many parts is that of one part, but for the last digits") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  std::vector<NamedTensors> ends;
  for (const int64_t parts : {1, 9}) {
    TrainSettings settings = train_settings(1);
    settings.parts = parts;
    settings.update_tokens = parts == 1 ? 100000 : 1800;
    settings.epsilon = 1e-3;  // weights that move with their gradients
    const std::string run = folder / std::to_string(parts);
    trainer_of(small_model(data, 0), data, run, settings).run();
    ends.push_back(weights_of(run));
  }
  for (size_t i = 0; i < ends[0].size(); ++i)
    CHECK(torch::allclose(ends[0][i].second, ends[1][i].second, 1e-4, 1e-6));
}

TEST_CASE("a run ends with the same bits for any number of workers, and of threads") {
  const TemporaryFolder folder;
  DataSettings random;
  random.bpe_dropout = 0.2;
  random.source_word_dropout = 0.1;
  random.augment.title = 0.3;
  const TrainingData data = make_data(folder, random, TokenizerType::kBpe);
  TrainSettings settings = train_settings(5);
  settings.parts = GENERATE(2, 5, 8);
  settings.update_tokens = 80 * settings.parts;
  settings.moving_average = 0.9;
  settings.r_drop = GENERATE(0.0, 5.0);
  settings.clip_norm = 0.1;
  settings.precision = GENERATE(TrainPrecision::kFp32, TrainPrecision::kBf16);
  settings.exchange = settings.precision;
  trainer_of(small_model(data), data, folder / "1", settings).run();
  for (const int workers : {2, 3, 9}) {
    const ThreadCount threads(workers);
    const std::string run = folder / std::to_string(workers);
    trainer_of(small_model(data), data, run, settings, workers).run();
    check_same_run(folder / "1", run);
  }
}

TEST_CASE("a run that rounds what would travel keeps exact weights, and learns as well") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  std::vector<double> losses;
  for (const TrainPrecision exchange : {TrainPrecision::kFp32, TrainPrecision::kBf16}) {
    TrainSettings settings = settings_to_end(30);
    settings.exchange = exchange;
    const std::string run = folder / (exchange == TrainPrecision::kFp32 ? "fp32" : "bf16");
    make_trainer(data, run, settings).run();
    losses.push_back(last_loss(run));
  }
  CHECK(losses[1] != losses[0]);
  CHECK(losses[1] == Approx(losses[0]).epsilon(0.03));
  int64_t rounded = 0;
  for (const auto& [name, weight] : weights_of(folder / "bf16"))
    rounded += torch::equal(weight, weight.to(torch::kBFloat16).to(torch::kFloat32));
  CHECK(rounded == 0);
}

TEST_CASE("a run goes on to the same end with another number of workers") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  trainer_of(small_model(data), data, folder / "straight", train_settings(13)).run();
  for (const int64_t updates : {6, 13}) {
    const int workers = updates == 6 ? 3 : 2;
    Trainer part =
        trainer_of(small_model(data), data, folder / "parts", train_settings(updates), workers);
    CHECK(part.resume() == (updates == 13));
    part.run();
  }
  const NamedTensors first = weights_of(folder / "straight"), second = weights_of(folder / "parts");
  for (size_t i = 0; i < first.size(); ++i) CHECK(torch::equal(first[i].second, second[i].second));
}

TEST_CASE("a signal after training does not end the program while it holds a StopSignal") {
  const StopSignal stop;
  const TemporaryFolder folder;
  make_trainer(make_data(folder), folder / "run", train_settings(1)).run();
  CHECK(StopSignal::received() == 0);
  const int number = GENERATE(SIGTERM, SIGINT, SIGHUP);
  std::raise(number);
  CHECK(StopSignal::received() == number);
}

TEST_CASE("after a StopSignal, signals have the handlers that they had before") {
  void (*const handler)(int) = [](int) {};
  const auto before = std::signal(SIGHUP, handler);
  { const StopSignal stop; }
  CHECK(std::signal(SIGHUP, before) == handler);
}

TEST_CASE("a signal that the process ignores does not stop training, and stays ignored") {
  const auto before = std::signal(SIGINT, SIG_IGN);
  {
    const StopSignal stop;
    std::raise(SIGINT);
    CHECK(StopSignal::received() == 0);
    std::raise(SIGTERM);
    CHECK(StopSignal::received() == SIGTERM);
  }
  CHECK(std::signal(SIGINT, before) == SIG_IGN);
}

TEST_CASE("training that diverges before its first checkpoint says so") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(20);
  settings.checkpoint_every = 20;
  settings.skip_limit = 3;
  Trainer trainer = make_trainer(data, folder / "run", settings,
                                 [](const torch::Tensor& gradient) { return gradient * NAN; });
  CHECK_THROWS_WITH(trainer.run(), ContainsSubstring("before the first checkpoint: lower"));
}

TEST_CASE("a run whose epochs end early says so once, before its first update") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = settings_to_end(1000);
  settings.schedule = ScheduleType::kLinear;
  settings.epochs = 2;
  const std::string said = captured_stderr([&] {
    Trainer({.model = small_model(data),
             .data = data,
             .paths = FolderPaths(folder / "run"),
             .search = {},
             .log = make_stderr_logger(),
             .exchange = alone()},
            settings)
        .run();
  });
  const size_t warning = said.find("train.epochs is 2, so that training ends at about update");
  REQUIRE(warning != std::string::npos);
  CHECK(warning < said.find("update 3 epoch"));
  CHECK(said.find("train.epochs is 2", warning + 1) == std::string::npos);
}

}  // namespace dragoman
