#include <filesystem>

#include "model_folder/checkpoint_files.h"
#include "small_runs.h"

namespace dragoman {
namespace {

void resume_run(const TrainingData& data, const std::string& run, const TrainSettings& settings) {
  Trainer trainer = make_trainer(data, run, settings);
  CHECK(trainer.resume());
  CHECK(trainer.run() == 0);
}

void check_weights_are(const std::string& run, const NamedTensors& expected) {
  const NamedTensors weights = weights_of(run);
  REQUIRE(weights.size() == expected.size());
  for (size_t i = 0; i < weights.size(); ++i)
    CHECK(torch::equal(weights[i].second, expected[i].second));
}

}  // namespace

TEST_CASE("a checkpoint that fails leaves no file, and leaves one of the same update complete") {
  const TemporaryFolder folder;
  const NamedTensors tensors{{"weight", torch::ones(2)}};
  const std::string checkpoints = folder / "checkpoints";
  const bool interim = GENERATE(false, true);
  const std::string kind = interim ? "interim-" : "";
  const std::string model = checkpoints + "/update-00000003." + kind + "model.safetensors";
  const std::string training = checkpoints + "/update-00000003." + kind + "training.safetensors";
  std::filesystem::create_directories(training + ".dragoman-part");  // so that it cannot be written
  CheckpointStore store(FolderPaths(folder.path()));
  TrainState state;
  state.update = 3;
  const auto save = [&] {
    if (interim) return store.save_interim(state, tensors, tensors);
    store.save(state, tensors, tensors, 2);
  };
  CHECK_THROWS_AS(save(), std::runtime_error);
  CHECK(!std::filesystem::exists(model));
  std::filesystem::remove(training + ".dragoman-part");
  save();
  std::filesystem::create_directory(training + ".dragoman-part");
  CHECK_THROWS_AS(save(), std::runtime_error);
  CHECK(std::filesystem::exists(model));
}

TEST_CASE("a complete run is averaged anew over the last train.keep_checkpoints") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(12);
  settings.keep = Keep::kAverage;
  make_trainer(data, folder / "run", settings).run();
  settings.keep_checkpoints = 2;
  resume_run(data, folder / "run", settings);
  const std::vector<std::string> files = checkpoint_weights(FolderPaths(folder / "run"));
  check_weights_are(folder / "run", averaged({files.end() - 2, files.end()}));
}

}  // namespace dragoman
