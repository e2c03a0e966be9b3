#include <filesystem>

#include "captured_stderr.h"
#include "io/atomic_file.h"
#include "model_folder/checkpoint_files.h"
#include "small_runs.h"

namespace dragoman {

TEST_CASE("damaged weights of the best validation do not replace the model") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = settings_with_best(6, 1);
  settings.keep = Keep::kBest;
  Trainer trainer = make_trainer(data, folder / "run", settings);
  trainer.run();
  const FolderPaths paths(folder / "run");
  const std::string best = checkpoint_file(paths, trainer.state().best.front().update, "best");
  const std::string model = read_file(paths.weights());
  std::filesystem::resize_file(best, 100);
  Trainer again = make_trainer(data, folder / "run", settings);
  CHECK(again.resume());
  CHECK_THROWS_WITH(again.run(), ContainsSubstring(best));
  CHECK((read_file(paths.weights()) == model));  // not printed: binary
  std::filesystem::remove(best);
  resume_run(data, folder / "run", settings);
  check_weights_are(folder / "run", averaged({checkpoint_weights(paths).back()}));
}

TEST_CASE("missing weights of a best validation are left out with a warning that names them") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "checkpoints");
  const FolderPaths paths(folder.path());
  std::vector<std::string> files;
  const std::string said = captured_stderr([&] {
    CheckpointStore store(paths, make_stderr_logger());
    store.save_best({{"weight", torch::ones(2)}}, 3);
    files = store.best_files({{.score = 2, .update = 6}, {.score = 1, .update = 3}});
  });
  CHECK(files == std::vector<std::string>{checkpoint_file(paths, 3, "best")});
  CHECK_THAT(said, ContainsSubstring("'" + checkpoint_file(paths, 6, "best") + "' is missing"));
  CHECK(std::count(said.begin(), said.end(), '\n') == 1);
}

TEST_CASE("a run that is resumed with another train.best forgets the best validations") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = settings_with_best(6, 3);
  settings.best = ValidationMetric::kChrf;
  make_trainer(data, folder / "run", settings).run();
  Trainer same = make_trainer(data, folder / "run", settings);
  CHECK(same.resume());
  CHECK(!same.state().best.empty());
  Trainer other = make_trainer(data, folder / "run", settings_with_best(12, 3));
  CHECK(other.resume());
  CHECK(other.state().best.empty());
  CHECK(!other.state().best_score);
  CHECK(other.state().validations_without_gain == 0);
  CHECK(other.run() == 0);
  for (const RankedWeights& kept : other.state().best) CHECK(kept.score < 0);  // less the loss
  Trainer again = make_trainer(data, folder / "run", settings_with_best(12, 3));
  CHECK(again.resume());
  CHECK(again.state().best.size() == 3);
}

TEST_CASE("a complete run that is given another validation text is validated again") {
  const TemporaryFolder folder;
  TrainingData data = make_data(folder);
  const TrainSettings settings = settings_with_best(6, 3);
  make_trainer(data, folder / "run", settings).run();
  data.valid_fingerprint = data.fingerprints.back() = "of another text";
  Trainer other = make_trainer(data, folder / "run", settings);
  CHECK_THROWS_WITH(other.resume(), ContainsSubstring("data.valid changed since " + folder / "run" +
                                                      " was trained to update 6: give it"));
  CHECK(other.resume(/*force=*/true));
  CHECK(other.state().best.empty());
  CHECK(other.run() == 0);
  REQUIRE(other.state().best.size() == 1);
  CHECK(other.state().best.front().update == 6);
  Trainer again = make_trainer(data, folder / "run", settings);
  CHECK(again.resume());
  CHECK(again.state().best.size() == 1);
}

TEST_CASE("a validation that a signal gives up is made when the run goes on, with the same end") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(9);  // validates after updates 4, 8 and 9
  settings.checkpoint_every = 2;
  settings.keep = GENERATE(Keep::kAverage, Keep::kBest);
  CHECK(make_trainer(data, folder / "straight", settings).run() == 0);
  int num_processes = 0;
  for (int signal = SIGTERM; signal != 0 && num_processes < 100; ++num_processes) {
    const Transformer model = small_model(data);
    named_weights(*model).front().second.register_hook([](const torch::Tensor& gradient) {
      if (StopSignal::received() == 0) std::raise(SIGTERM);
      return gradient;
    });
    Trainer part =
        trainer_of(model, data, folder / "parts", settings, 1, alone(), std::chrono::seconds(0));
    CHECK(part.resume() == (num_processes > 0));
    signal = part.run();
    const int64_t update = part.state().update;
    CHECK(part.state().lacks_validation == (signal != 0 && (update % 4 == 0 || update == 9)));
  }
  CHECK(num_processes == 10);  // the last one makes the last validation only
  check_same_run(folder / "straight", folder / "parts");
}

}  // namespace dragoman
