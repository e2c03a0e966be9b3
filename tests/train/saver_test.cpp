#include <filesystem>

#include "small_runs.h"

namespace dragoman {

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

}  // namespace dragoman
