#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "io/atomic_file.h"
#include "io/build_id.h"
#include "several_processes.h"
#include "small_runs.h"
#include "threads/thread_count.h"
#include "train/provenance.h"
#include "train/run_agreement.h"

// Processes are threads of this one, which have their own folders, as if they were machines apart,
// but for the corpora.
namespace dragoman {
namespace {

/// What makes a run: its corpora and settings.
struct RunSettings {
  DataSettings data;
  TokenizerType tokenizer = TokenizerType::kChar;
  TrainSettings train;
  std::vector<int64_t> spoilt;  // updates whose gradients are not finite
  int64_t fails_at = -1;        // the update in which the last process has an error
  bool is_stopped = false;      // a signal comes in each update, and validations have no time then
  int width = 16;               // of the model; 176: several buckets of gradients
};

RunSettings everything_random(int64_t parts, int64_t updates) {
  RunSettings run;
  run.tokenizer = TokenizerType::kBpe;
  run.data.bpe_dropout = 0.2;
  run.data.source_word_dropout = 0.1;
  run.data.augment.upper = 0.3;
  run.train = train_settings(updates);
  run.train.parts = parts;
  run.train.update_tokens = 60 * parts;
  run.train.moving_average = 0.9;
  run.train.freeze = {"encoder_layer_0.self_attention.*"};
  run.train.clip_norm = 0.5;
  return run;
}

/// One process of a run; the first has the folder `run`.
void train_one(Exchange& exchange, const TemporaryFolder& folder, const std::string& run,
               RunSettings settings, int workers) {
  const ThreadCount threads(workers);
  const std::string own =
      exchange.is_first() ? run : run + ".of_process_" + std::to_string(exchange.rank());
  std::filesystem::create_directories(folder / own);
  const TrainingData data = prepare_data(settings.data, settings.tokenizer, folder / own, exchange);
  const Transformer model = small_model(data, /*dropout=*/0.2, settings.width);
  Trainer trainer = trainer_of(model, data, folder / own, settings.train, workers, exchange,
                               std::chrono::seconds(settings.is_stopped ? 0 : 5));
  const auto spoil = [&](const torch::Tensor& gradient) {
    const bool spoils = std::ranges::count(settings.spoilt, trainer.state().update) > 0;
    return spoils ? gradient * NAN : gradient;
  };
  const auto fail = [&](const torch::Tensor& gradient) {
    if (trainer.state().update == settings.fails_at) throw std::runtime_error("no memory");
    return gradient;
  };
  const auto stop = [](const torch::Tensor& gradient) {
    if (StopSignal::received() == 0) std::raise(SIGTERM);
    return gradient;
  };
  const torch::Tensor last_weight = named_weights(*model).back().second;
  if (!settings.spoilt.empty()) last_weight.register_hook(spoil);
  if (settings.is_stopped && exchange.is_first()) last_weight.register_hook(stop);
  if (exchange.rank() == exchange.size() - 1) last_weight.register_hook(fail);
  trainer.resume();
  trainer.run();
}

/// Trains in processes; skipped where there is no c10d.
void train_in_processes(int size, const TemporaryFolder& folder, const std::string& run,
                        const RunSettings& settings, int workers) {
  run_well(size, [&](Exchange& exchange) { train_one(exchange, folder, run, settings, workers); });
}

}  // namespace

TEST_CASE("the larger model of these tests has several buckets of gradients") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  const int width = GENERATE(16, 176);
  const FlatWeights weights(named_weights(*small_model(data, /*dropout=*/0, width)));
  CHECK((Shards(weights, 0, 4).buckets().size() > 1) == (width == 176));
}

TEST_CASE("a run ends with the same bits for any number of processes") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings = everything_random(GENERATE(2, 7, 8), 5);
  settings.width = GENERATE(16, 176);
  settings.train.r_drop = GENERATE(0.0, 5.0);
  settings.train.exchange =
      settings.train.r_drop > 0 ? TrainPrecision::kBf16 : TrainPrecision::kFp32;
  write_corpora(folder, settings.data);
  train_one(alone(), folder, "one", settings, 1);
  for (const int size : {2, 3, 4}) {
    const std::string run = std::to_string(size);
    train_in_processes(size, folder, run, settings, size == 2 ? 2 : 1);
    check_same_run(folder / "one", folder / run);
  }
}

TEST_CASE("processes validate the weights that a run begins with as one process does") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings = everything_random(4, 4);
  settings.train.from = "another";
  settings.train.keep = Keep::kBest;
  settings.train.moving_average = 0;
  settings.train.exchange = GENERATE(TrainPrecision::kFp32, TrainPrecision::kBf16);
  write_corpora(folder, settings.data);
  train_one(alone(), folder, "one", settings, 1);
  train_in_processes(3, folder, "three", settings, 1);
  CHECK(read_lines(folder / "three/valid.tsv").at(1).starts_with("0\t0\t"));
  check_same_run(folder / "one", folder / "three");
}

TEST_CASE("a run of several processes is resumed by more, fewer or one") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings = everything_random(5, 13);
  settings.train.exchange = GENERATE(TrainPrecision::kFp32, TrainPrecision::kBf16);
  write_corpora(folder, settings.data);
  train_one(alone(), folder, "straight", settings, 1);
  int size = 3;
  for (const int64_t updates : {3, 6, 9, 12, 13}) {
    settings.train.updates = updates;
    if (size == 1) train_one(alone(), folder, "parts", settings, 2);
    if (size > 1) train_in_processes(size, folder, "parts", settings, 1);
    size = size % 3 + 1;
  }
  check_same_weights(folder / "straight", folder / "parts");
}

TEST_CASE("processes give up a validation for a signal, and any number makes it when they go on") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings = everything_random(4, 9);  // validates after updates 4, 8 and 9
  settings.train.best = ValidationMetric::kLoss;
  settings.train.keep = Keep::kBest;
  write_corpora(folder, settings.data);
  train_one(alone(), folder, "straight", settings, 1);
  settings.is_stopped = true;
  for (int updates = 0; updates < 9; ++updates)
    train_in_processes(2 + updates % 2, folder, "parts", settings, 1);
  CHECK(read_lines(folder / "parts/valid.tsv").back().starts_with("8\t"));
  train_in_processes(2, folder, "parts", settings, 1);
  check_same_run(folder / "straight", folder / "parts");
}

TEST_CASE("an update that is not finite in one process is skipped in all") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings = everything_random(4, 9);
  settings.spoilt = {3, 5};
  settings.train.exchange = GENERATE(TrainPrecision::kFp32, TrainPrecision::kBf16);
  write_corpora(folder, settings.data);
  train_one(alone(), folder, "one", settings, 1);
  train_in_processes(2, folder, "two", settings, 1);
  check_same_run(folder / "one", folder / "two");
}

TEST_CASE("a process that fails amid the parts of an update tells the others why") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings = everything_random(4, 9);
  settings.fails_at = 4;
  settings.width = GENERATE(16, 176);
  write_corpora(folder, settings.data);
  const auto errors = run_processes(make_places(2), [&](Exchange& exchange) {
    try {
      train_one(exchange, folder, "run", settings, 1);
    } catch (const std::exception& error) {
      exchange.leave(error.what());
      throw;
    }
  });
  CHECK(errors[1] == "no memory");
  CHECK_THAT(errors[0],
             ContainsSubstring("process 0 of 2 cannot go on with all_to_all: process 1"));
  CHECK_THAT(errors[0], ContainsSubstring("ended: no memory"));
}

TEST_CASE("processes with other text stop, all of them, with a line that names one") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings = everything_random(4, 3), others = settings;
  write_corpora(folder, settings.data);
  others.data.train = {written_corpus(folder / "other.tsv", 50, 5)};
  write_corpora(folder, others.data);
  const auto errors = run_processes(make_places(3), [&](Exchange& exchange) {
    train_one(exchange, folder, "run", exchange.rank() == 2 ? others : settings, 1);
  });
  for (const std::string& error : errors) {
    CHECK_THAT(error, ContainsSubstring("process 2 has corpora with the fingerprints "));
    CHECK_THAT(error, ContainsSubstring("give all processes the same text"));
  }
}

TEST_CASE("processes of other builds of the program stop with a line that says so") {
  if (!has_c10d()) return;
  const Provenance own = current_provenance(TrainProducts::kLibtorch);
  const auto errors = run_processes(make_places(2), [&](Exchange& exchange) {
    if (exchange.is_first()) {
      agree_on_plan({.request = {}, .paths = FolderPaths("run"), .requested = {}, .config = {}},
                    exchange);
    } else {
      exchange.all_gather("dragoman " + own.program + " (build 0), LibTorch " + own.libtorch);
    }
  });
  CHECK_THAT(errors[0],
             ContainsSubstring("process 1 is dragoman " + own.program + " (build 0), ") &&
                 ContainsSubstring("start the same program everywhere"));
  CHECK_THAT(errors[0], ContainsSubstring("process 0 dragoman " + own.program + " (build ") &&
                            ContainsSubstring(std::string(build_id).substr(0, 12) + "), "));
}

TEST_CASE("processes that share a folder apart from process 0 write the tokenizer once") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings;
  write_corpora(folder, settings.data);
  for (int time = 0; time < 3; ++time) {
    const std::string run = std::to_string(time);
    run_well(4, [&](Exchange& exchange) {
      const std::string own = folder / (exchange.is_first() ? run : run + ".elsewhere");
      std::filesystem::create_directories(own);
      prepare_data(settings.data, settings.tokenizer, own, exchange);
    });
    CHECK(read_file(folder / (run + ".elsewhere/tokenizer.model")) ==
          read_file(folder / (run + "/tokenizer.model")));
  }
}

TEST_CASE("of processes that share a folder, the one that tokenises or aligns says so") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings;
  settings.data.train = {written_corpus(folder / "train.tsv", 60, 1)};
  settings.data.train.front().alignment = "auto";
  write_corpora(folder, settings.data);
  std::ostringstream lines;
  const auto log =
      std::make_shared<spdlog::logger>("", std::make_shared<spdlog::sinks::ostream_sink_mt>(lines));
  log->set_pattern("%v");
  run_well(3, [&](Exchange& exchange) {
    prepare_data(settings.data, settings.tokenizer, folder / "", exchange, log);
  });
  const std::string corpus = settings.data.train.front().name();
  CHECK(lines.str().starts_with("aligning " + corpus + "\ntokenising " + corpus + " into "));
  CHECK(std::ranges::count(lines.str(), '\n') == 2);
}

TEST_CASE("a process whose folder has another model leaves its tokenizer and says so") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  RunSettings settings;
  write_corpora(folder, settings.data);
  std::filesystem::create_directories(folder / "run");
  std::filesystem::create_directories(folder / "other");
  const std::string tokenizer = written_file(folder / "other/tokenizer.model", "another");
  const std::string model = written_file(
      folder / (GENERATE(false, true) ? "other/config.json" : "other/model.safetensors"), "{}");
  const auto prepare = [&](Exchange& exchange) {
    const std::string own = folder / (exchange.is_first() ? "run" : "other");
    try {
      prepare_data(settings.data, settings.tokenizer, own, exchange);
    } catch (const std::exception& error) {
      exchange.leave(error.what());
      throw;
    }
  };
  for (const std::string& error : run_processes(make_places(2), prepare))
    CHECK_THAT(error, ContainsSubstring("of process 1 has a model with another tokenizer"));
  CHECK(read_file(tokenizer) == "another");

  std::filesystem::remove(model);  // an attempt that did not begin
  for (const std::string& error : run_processes(make_places(2), prepare)) CHECK(error == "");
  CHECK(read_file(tokenizer) == read_file(folder / "run/tokenizer.model"));
}

}  // namespace dragoman
