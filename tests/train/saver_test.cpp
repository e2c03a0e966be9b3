#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "captured_stderr.h"
#include "file_size_limit.h"
#include "io/safetensors.h"
#include "model_folder/checkpoint_files.h"
#include "saved_run.h"

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

TEST_CASE("a run whose first checkpoint does not fit on the disk leaves no model") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  make_trainer(data, folder / "straight", train_settings(4)).run();
  const auto num_bytes = std::filesystem::file_size(folder / "straight/model.safetensors");
  {
    const FileSizeLimit full(num_bytes + num_bytes / 2);  // room for weights, not for the optimiser
    CHECK_THROWS_AS(make_trainer(data, folder / "run", train_settings(4)).run(),
                    std::runtime_error);
  }
  CHECK(!has_checkpoint(FolderPaths(folder / "run")));
  CHECK(!std::filesystem::exists(folder / "run/model.safetensors"));
}

TEST_CASE("while checkpoints fail, the best validations' files do not accumulate") {
  SavedRun run(settings_with_best(12, 2));
  Saver saver = run.saver();
  const FolderPaths& paths = run.paths;
  TrainState& state = run.state;
  const auto validate = [&](int64_t update) {
    state.update = update;
    saver.keep_if_best(static_cast<double>(update), state);
  };
  const auto block = [&](int64_t update, const char* kind) {
    std::filesystem::create_directories(checkpoint_file(paths, update, kind) + ".dragoman-part");
  };
  for (const int64_t update : {1, 2, 3}) validate(update);
  CHECK(checkpoint_updates(paths, "best") == std::vector<int64_t>{2, 3});
  saver.save_checkpoint(state);
  for (const int64_t update : {4, 5, 6, 7}) {
    block(update, "training");
    validate(update);
    saver.save_checkpoint(state);
  }
  // The last checkpoint has 2 and 3.
  CHECK(checkpoint_updates(paths, "best") == std::vector<int64_t>{2, 3, 6, 7});
  saver.save_interim(state);
  for (const int64_t update : {8, 9, 10}) validate(update);
  CHECK(checkpoint_updates(paths, "best") == std::vector<int64_t>{2, 3, 6, 7, 9, 10});
  Saver resumed = run.saver();
  state = resumed.load(/*interim_too=*/true).value();
  state.update = 11;
  resumed.keep_if_best(11, state);
  CHECK(checkpoint_updates(paths, "best") == std::vector<int64_t>{2, 3, 6, 7, 9, 10, 11});
  resumed.save_checkpoint(state);
  CHECK(checkpoint_updates(paths, "best") == std::vector<int64_t>{7, 11});
}

TEST_CASE("a run whose best weights could not be saved says so at its end") {
  SavedRun run(settings_with_best(12, 1));
  const FolderPaths& paths = run.paths;
  TrainState& state = run.state;
  const auto said_at_end = [&](int64_t last) {
    return captured_stderr([&] {
      Saver saver = run.saver(make_stderr_logger());
      std::filesystem::create_directories(checkpoint_file(paths, 2, "best") + "/in the way");
      for (state.update = 1; state.update <= last; ++state.update)
        saver.keep_if_best(static_cast<double>(state.update), state);
      saver.finish(state, /*is_done=*/true, /*has_validated=*/false, /*keeps_average=*/false);
    });
  };
  CHECK_THAT(said_at_end(2), ContainsSubstring("of update 2, could not be saved: "));
  state.best.clear();
  CHECK_THAT(said_at_end(3), !ContainsSubstring(", could not be saved: "));
}

TEST_CASE("best weights that could not be saved are saved as soon as the disk takes them") {
  SavedRun run(settings_with_best(12, 1));
  Saver saver = run.saver();
  const FolderPaths& paths = run.paths;
  TrainState& state = run.state;
  const auto set_weights = [&](double value) {
    const torch::NoGradGuard no_grad;
    run.tensors.flat().all().fill_(value);
  };
  const auto validate = [&](int64_t update, double score) {
    set_weights(static_cast<double>(update));
    state.update = update;
    saver.keep_if_best(score, state);
  };
  const auto obstacle = [&](int64_t update) {
    return checkpoint_file(paths, update, "best") + "/in the way";
  };
  for (const int64_t update : {2, 3}) std::filesystem::create_directories(obstacle(update));
  validate(1, 10);
  validate(2, 30);  // these weights matter
  validate(3, 20);
  CHECK(state.best.front().update == 1);
  for (const int64_t update : {2, 3})
    std::filesystem::remove_all(checkpoint_file(paths, update, "best"));
  const bool at_end = GENERATE(false, true);
  if (!at_end) {
    validate(4, 5);
    CHECK(state.best.front().update == 2);
  }
  set_weights(4);
  state.update = 4;
  saver.save_checkpoint(state);
  saver.finish(state, /*is_done=*/true, /*has_validated=*/false, /*keeps_average=*/false);
  CHECK(checkpoint_updates(paths, "best") == std::vector<int64_t>{2});
  for (const auto& [name, weights] : weights_of(run.folder.path()))
    CHECK(weights.eq(2).all().item<bool>());
  CHECK(saver.load(/*interim_too=*/false).value().best.front().update == 2);
}

TEST_CASE("scores count for train.patience if their weights cannot be saved") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = settings_with_best(40, 1);
  settings.keep = Keep::kLast;
  settings.patience = 3;
  settings.schedule = ScheduleType::kConstant;
  settings.warmup = 0;
  settings.learning_rate = 0;  // so that all scores are equal
  const auto block_best = [&](const std::string& run) {
    for (int64_t update = 2; update <= settings.updates; update += 2)
      std::filesystem::create_directories(checkpoint_file(FolderPaths(run), update, "best") +
                                          "/in the way");
  };
  block_best(folder / "straight");
  Trainer straight = make_trainer(data, folder / "straight", settings);
  CHECK(straight.run() == 0);
  CHECK(straight.state().update == 8);
  CHECK(straight.state().best.empty());
  block_best(folder / "parts");
  CHECK(run_in_parts(data, folder / "parts", settings, nullptr) == 8);
  check_same_run(folder / "straight", folder / "parts");
}

TEST_CASE("after a save that failed, the next interim one is due as after any other") {
  TrainSettings settings = train_settings(4);
  settings.save_minutes = 0.5 / 60;
  SavedRun run(settings);
  Saver saver = run.saver();
  const FolderPaths& paths = run.paths;
  TrainState& state = run.state;
  state.update = 1;
  const bool is_interim = GENERATE(true, false);
  std::filesystem::create_directories(
      checkpoint_file(paths, 1, is_interim ? "interim-training" : "training") + ".dragoman-part");
  while (!saver.is_interim_due()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  bool is_due = true;
  for (int attempt = 0; attempt < 20 && is_due; ++attempt) {  // a busy machine may be late
    is_interim ? saver.save_interim(state) : saver.save_checkpoint(state);
    is_due = saver.is_interim_due();
  }
  CHECK(!is_due);
  CHECK(!has_checkpoint(paths));
}

TEST_CASE("a run that is resumed with a lower train.keep_best keeps no more") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  make_trainer(data, folder / "run", settings_with_best(12, 4)).run();
  const FolderPaths paths(folder / "run");
  REQUIRE(checkpoint_updates(paths, "best").size() == 4);
  Trainer complete = make_trainer(data, folder / "run", settings_with_best(12, 2));
  CHECK(complete.resume());
  const std::vector<RankedWeights> best = complete.state().best;
  CHECK(best.size() == 2);
  CHECK(complete.run() == 0);
  check_weights_are(folder / "run", averaged({checkpoint_file(paths, best[0].update, "best"),
                                              checkpoint_file(paths, best[1].update, "best")}));
  resume_run(data, folder / "run", settings_with_best(15, 2));
  CHECK(checkpoint_updates(paths, "best").size() == 2);
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

TEST_CASE("a complete run keeps an average, also one of an earlier version, which has no update") {
  SavedRun run(train_settings(12));
  Saver saver = run.saver();
  const FolderPaths& paths = run.paths;
  TrainState& state = run.state;
  state.update = 12;
  saver.save_checkpoint(state);
  const auto kept = [&](std::map<std::string, std::string> metadata) {
    metadata["averaged"] = "2";
    write_tensors(paths.weights(), {{"weight", torch::ones(2)}}, metadata);
    saver.finish(state, /*is_done=*/true, /*has_validated=*/false, /*keeps_average=*/true);
    return weights_of(run.folder.path()).size() == 1;
  };
  CHECK(kept({}));
  CHECK(kept({{"update", "12"}}));
  CHECK(!kept({{"update", "9"}}));
}

TEST_CASE("weights say of how many checkpoints they are the mean, if of more than one") {
  SavedRun run(train_settings(12));
  run.settings.keep = Keep::kAverage;
  Saver saver = run.saver();
  const auto metadata_of = [&](int64_t update) -> std::map<std::string, std::string> {
    run.state.update = update;
    saver.save_checkpoint(run.state);
    saver.finish(run.state, /*is_done=*/true, /*has_validated=*/false, /*keeps_average=*/false);
    return SafetensorsFile(run.paths.weights()).metadata();
  };
  CHECK(!metadata_of(3).contains("mean_of"));
  CHECK(metadata_of(6).at("mean_of") == "2 checkpoints");
}

TEST_CASE("damaged checkpoints are left out of the average with a warning that names them") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(12);
  settings.keep = Keep::kAverage;
  make_trainer(data, folder / "run", settings).run();
  const std::vector<std::string> files = checkpoint_weights(FolderPaths(folder / "run"));
  REQUIRE(files.size() > 1);
  std::filesystem::resize_file(files.front(), 100);
  const std::string said = captured_stderr([&] {
    Trainer again({.model = small_model(data),
                   .data = data,
                   .paths = FolderPaths(folder / "run"),
                   .search = {},
                   .lowercase = false,
                   .workers = 1,
                   .log = make_stderr_logger(),
                   .exchange = alone()},
                  settings);
    CHECK(again.resume());
    CHECK(again.run() == 0);
  });
  CHECK_THAT(said, ContainsSubstring("is made without it: delete '" + files.front() + "'\n"));
  check_weights_are(folder / "run", averaged({files.begin() + 1, files.end()}));
}

TEST_CASE("a run whose checkpoints are all damaged says how to train on from its weights") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  const std::string run = folder / "run";
  make_trainer(data, run, train_settings(6)).run();
  for (const char* const update : {"update-00000003", "update-00000006"})
    std::filesystem::resize_file(run + "/checkpoints/" + update + ".model.safetensors", 20);
  const auto resume = [&] { make_trainer(data, run, train_settings(9)).resume(); };
  const std::string advice = "): train a new run, by --out ANOTHER";
  const auto says = ContainsSubstring("no checkpoint of " + run + " can be read (");
  CHECK_THROWS_WITH(resume(), says && ContainsSubstring(advice + " --set train.from=" + run));
  std::filesystem::remove(run + "/model.safetensors");
  CHECK_THROWS_WITH(resume(), says && Catch::Matchers::EndsWith(advice));
}

}  // namespace dragoman
