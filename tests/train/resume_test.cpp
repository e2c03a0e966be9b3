#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "small_runs.h"

namespace dragoman {

TEST_CASE(
    "a run that stops and is resumed ends with the weights and the log of the uninterrupted run") {
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

TEST_CASE("the last checkpoint holds the validation at the end of the run") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(6);  // validates after updates 4 and 6
  settings.best = ValidationMetric::kLoss;
  settings.keep = Keep::kBest;
  Trainer straight = make_trainer(data, folder / "straight", settings);
  CHECK(straight.run() == 0);
  REQUIRE(straight.state().best.front().update == 6);
  CHECK(make_trainer(data, folder / "again", settings).run() == 0);
  Trainer again = make_trainer(data, folder / "again", settings);
  CHECK(again.resume());
  CHECK(again.run() == 0);
  check_same_run(folder / "straight", folder / "again");

  // A run that was stopped at a checkpoint becomes complete when its last update is that one.
  TrainSettings longer = settings;
  longer.updates = 12;
  const Trainer* running = nullptr;
  const auto stop = [&running](const torch::Tensor& gradient) {
    if (running->state().update == 5 && StopSignal::received() == 0) std::raise(SIGTERM);
    return gradient;
  };
  Trainer stopped = make_trainer(data, folder / "stopped", longer, stop);
  running = &stopped;
  CHECK(stopped.run() == SIGTERM);
  CHECK(stopped.state().update == 6);
  for (int time = 0; time < 2; ++time) {
    Trainer ended = make_trainer(data, folder / "stopped", settings);
    CHECK(ended.resume());
    CHECK(ended.run() == 0);
    check_same_run(folder / "straight", folder / "stopped");
  }
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

TEST_CASE("a damaged checkpoint is replaced by the one that training makes again") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(8);  // the checkpoint of update 8 is not a due one
  settings.keep = Keep::kAverage;
  make_trainer(data, folder / "straight", settings).run();
  make_trainer(data, folder / "run", settings).run();
  const std::string newest = folder / "run/checkpoints/update-00000008.model.safetensors";
  std::filesystem::resize_file(newest, std::filesystem::file_size(newest) / 2);
  Trainer resumed = make_trainer(data, folder / "run", settings);
  CHECK(resumed.resume());
  CHECK(resumed.state().update == 6);
  CHECK(!std::filesystem::exists(newest));
  CHECK(std::filesystem::exists(newest + ".damaged"));
  CHECK(resumed.run() == 0);
  check_same_run(folder / "straight", folder / "run");
  Trainer again = make_trainer(data, folder / "run", settings);
  CHECK(again.resume());
  CHECK(again.state().update == 8);
}

TEST_CASE("a damaged interim checkpoint is passed over for the checkpoint of the same update") {
  const TemporaryFolder folder;
  const NamedTensors weights{{"weight", torch::ones(2)}};
  const NamedTensors optimizer{{"mean", torch::zeros(2)}};
  std::filesystem::create_directory(folder / "checkpoints");
  CheckpointStore store(FolderPaths(folder.path()));
  TrainState state;
  state.update = 3;
  store.save(state, weights, optimizer, 2);
  store.save_interim(state, weights, optimizer);
  std::filesystem::resize_file(folder / "checkpoints/update-00000003.interim-model.safetensors",
                               20);
  const auto found = store.load_newest(weights, optimizer, true);
  CHECK(found.value().update == 3);
}

TEST_CASE("a run leaves no files of saves that a kill cut off") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  make_trainer(data, folder / "run", train_settings(6)).run();
  const auto files = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "run/checkpoints"))
      names.insert(entry.path().filename());
    return names;
  };
  const std::set<std::string> complete = files();
  const std::string begun = folder / "run/checkpoints/update-00000004.interim-model.safetensors";
  for (const std::string& left : {begun, begun + ".dragoman-part"}) std::ofstream(left) << "x";
  Trainer again = make_trainer(data, folder / "run", train_settings(6));
  CHECK(again.resume());
  CHECK(again.run() == 0);
  CHECK(files() == complete);
}

TEST_CASE("a signal ends training after the update, with everything saved") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(0);
  settings.epochs = 100000;
  Trainer trainer = make_trainer(data, folder / "run", settings);
  std::atomic<bool> is_over = false;
  std::thread killer([&] {
    while (!is_over && !std::filesystem::exists(
                           folder / "run/checkpoints/update-00000003.training.safetensors"))
      std::this_thread::yield();
    if (!is_over) std::raise(SIGTERM);
  });
  CHECK(trainer.run() == SIGTERM);
  is_over = true;
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

TEST_CASE("with everything random switched on, when a run is stopped makes no difference") {
  const TemporaryFolder folder;
  DataSettings random;
  random.train = {written_corpus(folder / "a.tsv", 60, 1),
                  written_corpus(folder / "b.tsv", 20, 300)};
  random.train[0].weight = 0.6;
  random.train[1].weight = 2.3;
  random.temperature = 1.5;
  const TokenizerType type = GENERATE(TokenizerType::kBpe, TokenizerType::kUnigram);
  (type == TokenizerType::kBpe ? random.bpe_dropout : random.unigram_alpha) = 0.2;
  random.source_word_dropout = random.target_word_dropout = 0.1;
  random.augment.upper = random.augment.lower = 0.2;
  const TrainingData data = make_data(folder, random, type);
  TrainSettings settings = train_settings(17);
  settings.moving_average = 0.9;
  settings.keep = Keep::kAverageBest;
  settings.keep_best = 3;
  settings.freeze = {"encoder_layer_0.self_attention.*"};
  CHECK(make_trainer(data, folder / "straight", settings).run() == 0);
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

}  // namespace dragoman
