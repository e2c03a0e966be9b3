#include <filesystem>

#include "file_size_limit.h"
#include "small_runs.h"

namespace dragoman {
namespace {

NamedTensors weights_in(const std::string& file) { return averaged({file}); }

bool same_weights(const NamedTensors& a, const NamedTensors& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (!torch::equal(a[i].second, b[i].second)) return false;
  }
  return a.size() == b.size();
}

}  // namespace

TEST_CASE("the average of the best validations is that of the weights they saw") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(24);
  settings.best = ValidationMetric::kLoss;
  settings.keep = Keep::kAverageBest;
  settings.keep_best = 3;
  Trainer trainer = make_trainer(data, folder / "run", settings);
  trainer.run();
  // The loss falls at every validation, so the best are the last three: updates 16, 20, 24.
  REQUIRE(trainer.state().best.size() == 3);
  std::vector<std::string> files;
  for (const char* update : {"24", "20", "16"})
    files.push_back(folder / "run/checkpoints/update-000000" + update + ".best.safetensors");
  for (size_t i = 0; i < 3; ++i) {
    CHECK(trainer.state().best[i].update == 24 - 4 * static_cast<int64_t>(i));
    CHECK(std::filesystem::exists(files[i]));
  }
  CHECK(!std::filesystem::exists(folder / "run/checkpoints/update-00000012.best.safetensors"));
  CHECK(same_weights(weights_of(folder / "run"), averaged(files)));
}

TEST_CASE("the moving average is what its formula says, and is what is validated and kept") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(12);
  settings.checkpoint_every = 1;
  settings.keep_checkpoints = 100;
  settings.moving_average = 0.8;
  settings.validate_every = 12;
  make_trainer(data, folder / "run", settings).run();
  const std::vector<std::string> files = checkpoint_weights(FolderPaths(folder / "run"));
  REQUIRE(files.size() == 12);
  TrainSettings still = settings;
  still.updates = 1;
  still.learning_rate = still.initial_rate = 0;
  still.moving_average = 0;
  make_trainer(data, folder / "still", still).run();
  NamedTensors expected = weights_of(folder / "still");  // the initial weights
  for (size_t n = 1; n <= files.size(); ++n) {
    const double number = static_cast<double>(n);
    const double decay = std::min(0.8, (1 + number) / (10 + number));
    const NamedTensors weights = weights_in(files[n - 1]);
    for (size_t i = 0; i < weights.size(); ++i)
      expected[i].second = decay * expected[i].second + (1 - decay) * weights[i].second;
  }
  const NamedTensors kept = weights_of(folder / "run");
  for (size_t i = 0; i < kept.size(); ++i)
    CHECK(torch::allclose(kept[i].second, expected[i].second, 1e-5, 1e-6));
  CHECK(
      same_weights(weights_in(folder / "run/checkpoints/update-00000012.best.safetensors"), kept));
}

TEST_CASE("frozen weights stay as they were, the others do not") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(6);
  settings.freeze = {"encoder*", "*norm*"};
  NamedTensors before;
  {
    TrainSettings still = settings;
    still.updates = 1;
    still.learning_rate = still.initial_rate = 0;
    make_trainer(data, folder / "still", still).run();
    before = weights_of(folder / "still");
  }
  make_trainer(data, folder / "run", settings).run();
  const NamedTensors after = weights_of(folder / "run");
  int num_frozen = 0, num_trained = 0;
  for (size_t i = 0; i < after.size(); ++i) {
    const std::string& name = after[i].first;
    const bool is_frozen = name.starts_with("encoder") || name.find("norm") != std::string::npos;
    CHECK(torch::equal(before[i].second, after[i].second) == is_frozen);
    ++(is_frozen ? num_frozen : num_trained);
  }
  CHECK(num_frozen > 5);
  CHECK(num_trained > 5);
  settings.freeze = {"encodr*"};
  CHECK_THROWS_WITH(make_trainer(data, folder / "wrong", settings),
                    ContainsSubstring("train.freeze has encodr*"));
  settings.freeze = {"*"};
  CHECK_THROWS_WITH(make_trainer(data, folder / "all", settings),
                    ContainsSubstring("nothing would be trained"));
}

TEST_CASE("a stream of data that ends, ends training, with everything saved") {
  const TemporaryFolder folder;
  TrainingData data = make_data(folder);
  const EpochExamples endless = data.examples;
  data.examples = [endless](int64_t epoch, const StopCheck& is_stopped) {
    return epoch < 2 ? endless(epoch, is_stopped) : nullptr;
  };
  TrainSettings settings = train_settings(1000);
  Trainer trainer = make_trainer(data, folder / "run", settings);
  CHECK(trainer.run() == 0);
  CHECK(trainer.state().position.epoch == 2);
  CHECK(CheckpointStore(FolderPaths(folder / "run")).has(trainer.state().update));
}

TEST_CASE("what the disk does not take is tried again later, and nothing that was saved is lost") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(24);
  settings.samples = 0;
  CHECK(make_trainer(data, folder / "straight", settings).run() == 0);

  settings.updates = 12;
  CHECK(make_trainer(data, folder / "full", settings).run() == 0);
  settings.updates = 24;
  Trainer hindered = make_trainer(data, folder / "full", settings);
  CHECK(hindered.resume());
  {
    const FileSizeLimit full(700);  // the logs fit, no weights do
    CHECK_THROWS_WITH(hindered.run(), ContainsSubstring("cannot write"));
  }
  CHECK(hindered.state().update == 24);
  Trainer resumed = make_trainer(data, folder / "full", settings);
  CHECK(resumed.resume());
  CHECK(resumed.state().update == 12);
  CHECK(resumed.run() == 0);
  check_same_run(folder / "straight", folder / "full");
}

TEST_CASE("text that can be read once only is refused before tokenizers read it") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.train.emplace_back().tsv = "/dev/null";
  CHECK_THROWS_WITH(make_data(folder, settings),
                    ContainsSubstring("has to be read more than once"));
}

TEST_CASE("a run refuses to go on with other text, unless it is forced to") {
  const TemporaryFolder folder;
  CHECK(make_trainer(make_data(folder), folder / "run", train_settings(6)).run() == 0);
  DataSettings others;
  others.train = {written_corpus(folder / "others.tsv", 60, 7)};
  const TrainingData data = make_data(folder, others);
  Trainer trainer = make_trainer(data, folder / "run", train_settings(9));
  CHECK_THROWS_WITH(trainer.resume(), ContainsSubstring("by --force"));
  CHECK(trainer.resume(true));
  CHECK(trainer.run() == 0);
  Trainer again = make_trainer(data, folder / "run", train_settings(9));
  CHECK(again.resume());  // the other text is now the run's
}

TEST_CASE("pairs of data.max_length train a model of no more positions") {
  const TemporaryFolder folder;
  std::string lines;
  for (size_t length = 20; length < 40; ++length) {
    std::string word;
    for (size_t i = 0; i < length; ++i) word += static_cast<char>('a' + i % 8);
    lines += word + "\t" + word + "\n";
  }
  DataSettings settings;
  settings.train.resize(1);
  settings.train[0].tsv = written_file(folder / "long.tsv", lines);
  const TrainingData data = make_data(folder, settings);
  ModelSettings shape = small_model(data)->settings();
  shape.max_length = data.max_length;
  Transformer model(shape, data.tokenizers.sizes());
  initialize_weights(*model, 1);
  CHECK(trainer_of(model, data, folder / "run", settings_to_end(2)).run() == 0);
}

}  // namespace dragoman
