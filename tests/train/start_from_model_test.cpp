#include <filesystem>
#include <map>

#include "captured_stderr.h"
#include "io/safetensors.h"
#include "model_folder/checkpoint_files.h"
#include "small_runs.h"

// Runs whose settings name train.from. The weights of the model are new ones: the Trainer reads no
// folder.
namespace dragoman {
namespace {

TrainSettings settings_from_model(int64_t updates) {
  TrainSettings settings = train_settings(updates);
  settings.from = "another";
  settings.best = ValidationMetric::kLoss;
  settings.keep = Keep::kBest;
  return settings;
}

/// A rate that makes each update worse than the start.
TrainSettings harmful_settings(int64_t updates) {
  TrainSettings settings = settings_from_model(updates);
  settings.learning_rate = 1;
  return settings;
}

/// Returns the numbers in the first column of the validations.
std::vector<std::string> validated_updates(const std::string& run) {
  std::vector<std::string> updates;
  for (const std::string& line : read_lines(run + "/valid.tsv"))
    updates.push_back(line.substr(0, line.find('\t')));
  return updates;
}

std::string said_by_run(const TrainingData& data, const std::string& run,
                        const TrainSettings& settings) {
  return captured_stderr([&] {
    Trainer trainer({.model = small_model(data),
                     .data = data,
                     .paths = FolderPaths(run),
                     .search = {},
                     .log = make_stderr_logger(),
                     .exchange = alone()},
                    settings);
    trainer.resume();
    trainer.run();
  });
}

using Updates = std::vector<std::string>;

}  // namespace

TEST_CASE("a run from another model validates its weights first, and keeps them if they are best") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  const std::string said = said_by_run(data, folder / "run", harmful_settings(8));
  CHECK_THAT(said, ContainsSubstring("validation at update 0: ") &&
                       ContainsSubstring("no validation was better than that of the weights that "
                                         "training began from"));
  CHECK(validated_updates(folder / "run") == Updates{"update", "0", "4", "8"});
  Transformer model = small_model(data);
  model->to(torch::kCPU);
  const NamedTensors weights = named_weights(*model);
  const std::map<std::string, torch::Tensor> begun(weights.begin(), weights.end());
  for (const auto& [name, weight] : weights_of(folder / "run"))
    CHECK(torch::equal(weight, begun.at(name)));
  const SafetensorsFile file(folder / "run/model.safetensors");
  CHECK(file.metadata().at("update") == "0");
}

TEST_CASE("a run from new weights begins with an update, and says whose weights it keeps") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = settings_from_model(8);
  settings.from.clear();
  const std::string said = said_by_run(data, folder / "run", settings);
  CHECK(validated_updates(folder / "run") == Updates{"update", "4", "8"});
  CHECK_THAT(said,
             ContainsSubstring("model.safetensors has the weights of update 8, of the best") &&
                 !ContainsSubstring("train.patience"));
}

TEST_CASE("the weights that a run begins with count for train.patience, and its end says so") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = harmful_settings(400);
  settings.patience = 2;
  const auto says = ContainsSubstring(
      "train.patience ends training: the last 2 validations were not better than that of update "
      "0; to go on, `dragoman train " +
      folder / "run" + " --set train.patience=4`");
  for (int time = 0; time < 2; ++time)
    CHECK_THAT(said_by_run(data, folder / "run", settings), says);
  CHECK(validated_updates(folder / "run") == Updates{"update", "0", "4", "8"});
}

TEST_CASE("when a run from another model is stopped makes no difference to its end") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = settings_from_model(9);
  settings.keep = Keep::kAverageBest;
  settings.keep_best = 2;
  settings.moving_average = GENERATE(0.0, 0.9);
  CHECK(make_trainer(data, folder / "straight", settings).run() == 0);
  {
    const StopSignal stop;
    std::raise(SIGTERM);  // before the first validation
    CHECK(make_trainer(data, folder / "stopped", settings).run() == SIGTERM);
  }
  CHECK(validated_updates(folder / "stopped") == Updates{"update"});
  resume_run(data, folder / "stopped", settings);
  check_same_run(folder / "straight", folder / "stopped");
  CHECK(run_in_parts(data, folder / "parts", settings, nullptr) == 9);
  check_same_run(folder / "straight", folder / "parts");
  const SafetensorsFile file(folder / "parts/model.safetensors");
  CHECK(file.metadata().at("mean_of") == "2 best validations");
}

TEST_CASE(
    "a run from another model that begins anew has one row of the weights that it begins with") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  const TrainSettings settings = settings_from_model(2);
  CHECK(make_trainer(data, folder / "run", settings).run() == 0);
  std::filesystem::remove_all(folder / "run/checkpoints");
  CHECK(make_trainer(data, folder / "run", settings).run() == 0);
  CHECK(validated_updates(folder / "run") == Updates{"update", "0", "2"});
}

}  // namespace dragoman
