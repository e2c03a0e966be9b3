#pragma once

#include <chrono>
#include <cmath>
#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "alone.h"
#include "catch.h"
#include "io/text_file.h"
#include "model/device.h"
#include "model_folder/average.h"
#include "temporary_folder.h"
#include "test_device.h"
#include "train/stop_signal.h"
#include "train/trainer.h"
#include "written_file.h"

namespace dragoman {

/// Pairs to copy backwards: letters, and the same letters reversed.
inline ParallelText reversed_words(size_t count, uint64_t first) {
  ParallelText text;
  for (uint64_t number = first; text.size() < count; ++number) {
    std::string source;
    for (uint64_t rest = number * 2654435761 % 65536; rest > 0; rest /= 8)
      source += static_cast<char>('a' + rest % 8);
    if (source.empty()) continue;
    text.source.push_back(source);
    text.target.emplace_back(source.rbegin(), source.rend());
  }
  return text;
}

/// A corpus of `count` such pairs in a file.
inline CorpusSettings written_corpus(const std::string& path, size_t count, uint64_t first) {
  const ParallelText text = reversed_words(count, first);
  std::string lines;
  for (size_t i = 0; i < text.size(); ++i) lines += text.source[i] + "\t" + text.target[i] + "\n";
  CorpusSettings corpus;
  corpus.tsv = written_file(path, lines);
  return corpus;
}

/// Writes the corpora that `settings` do not name.
inline void write_corpora(const TemporaryFolder& folder, DataSettings& settings) {
  if (settings.train.empty()) settings.train = {written_corpus(folder / "train.tsv", 60, 1)};
  if (settings.valid.empty()) settings.valid = written_corpus(folder / "valid.tsv", 8, 100);
}

/// Data with a tokenizer and cache in the folder `run`.
inline TrainingData prepare_data(DataSettings settings, TokenizerType type, const std::string& run,
                                 Exchange& exchange, const Logger& work_log = make_null_logger()) {
  settings.max_length = 30;
  TokenizerSettings tokenizer;
  tokenizer.type = type;
  tokenizer.vocabulary_size = type == TokenizerType::kChar ? 12 : 40;
  tokenizer.character_coverage = 1;
  return prepare_training_data(settings, tokenizer, FolderPaths(run),
                               {.seed = 1, .num_threads = 1, .work_log = work_log}, exchange,
                               make_null_logger());
}

/// Pairs to train and validate on, with a tokenizer and cache in `folder`.
inline TrainingData make_data(const TemporaryFolder& folder, DataSettings settings = {},
                              TokenizerType type = TokenizerType::kChar) {
  write_corpora(folder, settings);
  return prepare_data(settings, type, folder / "", alone());
}

inline TrainSettings train_settings(int64_t updates) {
  TrainSettings settings;
  settings.updates = updates;
  settings.update_tokens = 240;
  settings.parts = 2;
  settings.warmup = 5;
  settings.learning_rate = 3e-3;
  settings.report_every = 3;
  settings.validate_every = 4;
  settings.checkpoint_every = 3;
  settings.keep = Keep::kLast;
  return settings;
}

/// For runs of which only the end counts: nothing is validated or saved before.
inline TrainSettings settings_to_end(int64_t updates) {
  TrainSettings settings = train_settings(updates);
  settings.validate_every = settings.checkpoint_every = updates;
  return settings;
}

/// Sees, and may change, the gradient of one weight in each part.
using GradientHook = std::function<torch::Tensor(torch::Tensor)>;

/// An untrained model for such data, on the tests' device.
inline Transformer small_model(const TrainingData& data, double dropout = 0.2, int width = 16) {
  ModelSettings shape;
  shape.encoder_layers = shape.decoder_layers = 1;
  shape.width = width;
  shape.feed_forward = 2 * width;
  shape.heads = 2;
  shape.max_length = 32;
  shape.dropout = dropout;
  shape.attention_dropout = dropout / 2;
  Transformer model(shape, data.tokenizers.sizes());
  initialize_weights(*model, 1);
  model->to(parse_device(test_device()));
  return model;
}

inline Trainer trainer_of(const Transformer& model, const TrainingData& data,
                          const std::string& run, const TrainSettings& settings, int workers = 1,
                          Exchange& exchange = alone(),
                          std::chrono::milliseconds time_after_signal = std::chrono::seconds(5)) {
  return Trainer({.model = model,
                  .data = data,
                  .paths = FolderPaths(run),
                  .search = {},
                  .lowercase = false,
                  .workers = workers,
                  .log = make_null_logger(),
                  .exchange = exchange,
                  .time_after_signal = time_after_signal},
                 settings);
}

inline Trainer make_trainer(const TrainingData& data, const std::string& run,
                            const TrainSettings& settings,
                            const GradientHook& on_gradient = nullptr) {
  const Transformer model = small_model(data);
  if (on_gradient) named_weights(*model).front().second.register_hook(on_gradient);
  return trainer_of(model, data, run, settings);
}

/// The mean of the weights of some files, or those of one.
inline NamedTensors averaged(const std::vector<std::string>& files) {
  NamedTensors tensors;
  for (const auto& [name, weight] : average_weights(files)) {
    const torch::Tensor view =
        torch::from_blob(const_cast<float*>(weight.data()), weight.shape(), torch::kFloat32);
    tensors.emplace_back(name, view.clone());
  }
  return tensors;
}

inline NamedTensors weights_of(const std::string& run) {
  return averaged({run + "/model.safetensors"});
}

/// Columns of a table that are not time, speed or memory.
inline std::vector<std::string> rows_without_time(const std::string& path) {
  std::vector<std::string> rows;
  for (const std::string& line : read_lines(path))
    rows.push_back(line.substr(0, line.rfind('\t', line.rfind('\t') - 1)));
  return rows;
}

inline void check_same_weights(const std::string& a, const std::string& b) {
  const NamedTensors first = weights_of(a), second = weights_of(b);
  REQUIRE(first.size() == second.size());
  for (size_t i = 0; i < first.size(); ++i) CHECK(torch::equal(first[i].second, second[i].second));
}

inline void check_same_run(const std::string& a, const std::string& b) {
  check_same_weights(a, b);
  CHECK(rows_without_time(a + "/train.tsv") == rows_without_time(b + "/train.tsv"));
  CHECK(read_lines(a + "/valid.tsv") == read_lines(b + "/valid.tsv"));
}

/// Spoils the gradients of updates 8 to 12 until training has gone back `rollbacks` times.
class Spoiler {
 public:
  explicit Spoiler(int64_t rollbacks) : rollbacks_(rollbacks) {}

  torch::Tensor operator()(const torch::Tensor& gradient) const {
    const TrainState& state = trainer->state();
    const bool spoils = state.update >= 7 && state.update < 12 && state.rollbacks < rollbacks_;
    return spoils ? gradient * INFINITY : gradient;
  }

  const Trainer* trainer = nullptr;

 private:
  int64_t rollbacks_;
};

/// Trains in processes that do one update each, since a signal comes in it; returns how many.
inline int run_in_parts(const TrainingData& data, const std::string& run,
                        const TrainSettings& settings, Spoiler* spoiler) {
  int num_processes = 0;
  for (int signal = SIGTERM; signal != 0 && num_processes < 100; ++num_processes) {
    const auto stop = [spoiler](const torch::Tensor& gradient) {
      if (StopSignal::received() == 0) std::raise(SIGTERM);  // a second one would end the test
      return spoiler ? (*spoiler)(gradient) : gradient;
    };
    Trainer part = make_trainer(data, run, settings, stop);
    if (spoiler) spoiler->trainer = &part;
    CHECK(part.resume() == (num_processes > 0));
    signal = part.run();
  }
  return num_processes;
}

/// Settings of a run that keeps several of the best validations.
inline TrainSettings settings_with_best(int64_t updates, int64_t keep_best) {
  TrainSettings settings = train_settings(updates);
  settings.validate_every = 2;
  settings.best = ValidationMetric::kLoss;
  settings.keep_best = keep_best;
  settings.keep = Keep::kAverageBest;
  return settings;
}

inline void resume_run(const TrainingData& data, const std::string& run,
                       const TrainSettings& settings) {
  Trainer trainer = make_trainer(data, run, settings);
  CHECK(trainer.resume());
  CHECK(trainer.run() == 0);
}

inline void check_weights_are(const std::string& run, const NamedTensors& expected) {
  const NamedTensors weights = weights_of(run);
  REQUIRE(weights.size() == expected.size());
  for (size_t i = 0; i < weights.size(); ++i)
    CHECK(torch::equal(weights[i].second, expected[i].second));
}

}  // namespace dragoman
