#include <algorithm>
#include <filesystem>

#include "captured_stderr.h"
#include "file_size_limit.h"
#include "io/safetensors.h"
#include "model_folder/checkpoint_files.h"
#include "saved_run.h"

namespace dragoman {

TEST_CASE(
    "a run whose end does not fit on the disk says where it is saved, and goes on from there") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  const std::string run = folder / "run";
  make_trainer(data, run, train_settings(6)).run();
  {
    const FileSizeLimit full(4000);
    Trainer trainer = make_trainer(data, run, train_settings(9));
    CHECK(trainer.resume());
    CHECK_THROWS_WITH(trainer.run(), ContainsSubstring("File too large") &&
                                         ContainsSubstring("the run is saved at update 6: ") &&
                                         ContainsSubstring("`dragoman train " + run + "`"));
  }
  resume_run(data, run, train_settings(9));
  CHECK(has_checkpoint(FolderPaths(run)));
  CHECK(checkpoint_updates(FolderPaths(run), "training").back() == 9);
}

TEST_CASE("a checkpoint that cannot be deleted stays, with one warning, and the next are saved") {
  TrainSettings settings = settings_with_best(12, 1);
  settings.keep_checkpoints = 1;
  SavedRun run(settings);
  const FolderPaths& paths = run.paths;
  TrainState& state = run.state;
  const std::string stuck = checkpoint_file(paths, 1, "model");
  const std::string said = captured_stderr([&] {
    Saver saver = run.saver(make_stderr_logger());
    for (state.update = 1; state.update <= 4; ++state.update) {
      saver.keep_if_best(static_cast<double>(state.update), state);
      saver.save_checkpoint(state);
      if (state.update > 1) continue;
      std::filesystem::remove(stuck);
      std::filesystem::create_directories(stuck + "/in the way");
    }
    saver.finish(state, /*is_done=*/true, /*has_validated=*/true, /*keeps_average=*/false);
  });
  INFO(said);
  CHECK(checkpoint_updates(paths, "model") == std::vector<int64_t>{1, 5});
  CHECK(checkpoint_updates(paths, "training") == std::vector<int64_t>{5});
  CHECK(checkpoint_updates(paths, "best") == std::vector<int64_t>{4});
  CHECK(SafetensorsFile(paths.weights()).metadata().at("update") == "5");
  CHECK(said.find("'" + stuck + "' is no longer needed, but cannot be deleted: ") == 9);
  CHECK(std::count(said.begin(), said.end(), '\n') == 1);
}

TEST_CASE("a run whose checkpoints are removed during training saves the next") {
  SavedRun run(settings_with_best(12, 1), "run");
  Saver saver = run.saver();
  const FolderPaths& paths = run.paths;
  TrainState& state = run.state;
  state.update = 1;
  std::filesystem::remove_all(paths.checkpoints());
  saver.keep_if_best(1, state);
  CHECK(checkpoint_updates(paths, "best") == std::vector<int64_t>{1});
  std::filesystem::remove_all(paths.checkpoints());
  saver.save_checkpoint(state);
  CHECK(checkpoint_updates(paths, "training") == std::vector<int64_t>{1});
  std::filesystem::remove_all(paths.folder);
  saver.save_checkpoint(state);
  CHECK(!std::filesystem::exists(paths.folder));
}

TEST_CASE("a run whose end cannot be saved says which best weights are lost") {
  SavedRun run(settings_with_best(12, 1));
  const FolderPaths& paths = run.paths;
  TrainState& state = run.state;
  int64_t saved = 0;  // update of the last checkpoint
  const auto said_at_end = [&] {
    return captured_stderr([&] {
      Saver saver = run.saver(make_stderr_logger());
      std::filesystem::create_directories(checkpoint_file(paths, 2, "best") + "/in the way");
      for (state.update = 1; state.update <= 2; ++state.update) {
        saver.keep_if_best(static_cast<double>(state.update), state);
        if (state.update <= saved) saver.save_checkpoint(state);
      }
      std::filesystem::create_directories(checkpoint_file(paths, 3, "training") + ".dragoman-part");
      CHECK_THROWS_WITH(saver.finish(state, true, false, false),
                        ContainsSubstring("saved at update " + std::to_string(saved) + ": "));
    });
  };
  saved = 2;
  CHECK_THAT(said_at_end(), ContainsSubstring("of update 2, could not be saved: "));
  saved = 1;  // the run makes the second validation again when it goes on
  state.best.clear();
  CHECK_THAT(said_at_end(), !ContainsSubstring(", could not be saved: "));
}

}  // namespace dragoman
