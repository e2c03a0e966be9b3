#pragma once

#include <array>
#include <string>
#include <utility>

#include "data/corpus_survey.h"
#include "model_folder/config.h"

namespace dragoman {

/// Sizes of models. base and big have the depth, width and heads of "Attention Is All You Need";
/// the normalisation and the schedule are others.
enum class Preset { kTiny, kSmall, kBase, kBig };
constexpr auto enum_names(Preset) {
  return std::array{std::pair{Preset::kTiny, "tiny"}, std::pair{Preset::kSmall, "small"},
                    std::pair{Preset::kBase, "base"}, std::pair{Preset::kBig, "big"}};
}

/// The machine that trains.
struct TrainingMachine {
  int threads = 1;
  bool has_gpu = false;
};

/// Returns the largest model that the words of the corpus suffice for, and that the machine trains
/// within days.
Preset suggest_preset(const CorpusSurvey& survey, const TrainingMachine& machine);

/// Returns the size of a vocabulary for both languages: 8 times the root of the words of both
/// sides, from 200 to 32,000, but at least 1.5 times the number of different characters. Little
/// text needs a small one (Sennrich and Zhang 2019, "Revisiting Low-Resource Neural Machine
/// Translation: A Case Study").
int64_t suggest_vocabulary_size(const CorpusSurvey& survey);

/// Returns the learning rate for a width: 0.5 / width.
double suggest_rate(int64_t width);

/// The learning rate of training that goes on from a model, as a share of a new model's.
constexpr double kFurtherRate = 0.1;

/// Returns the updates of training that goes on from a model: ten passes over the corpus, but at
/// least 100, and at most train.updates.
int64_t suggest_further_updates(const CorpusSurvey& survey, const TrainSettings& train);

/// Returns the updates between two validations, from 10 to `most`. A short training has about twice
/// as many validations as end it by train.patience. `updates`: 0 if their number is not limited.
int64_t suggest_validate_every(int64_t updates, int64_t most);

/// Returns the updates of warm-up: a twentieth of all, from 200 to 4,000, but at most a fifth.
/// `updates`: 0 if their number is not limited.
int64_t suggest_warmup(int64_t updates);

/// Returns a tenth more updates than train.epochs will probably have, so that the epochs end the
/// run even if the text has somewhat more tokens than expected.
int64_t suggest_updates(const CorpusSurvey& survey, const TrainSettings& train);

/// Returns model, tokenizer, schedule and search for a corpus, without its data and train.device.
/// The rate rises to suggest_rate() and falls by a cosine to 0 at the last update. If the target
/// has no spaces between words, chrF decides which weights are best.
Config suggest_config(const CorpusSurvey& survey, Preset preset, const TrainingMachine& machine);

/// Returns about how often training with these settings passes over the corpus.
double passes_of(const CorpusSurvey& survey, const TrainSettings& train);

/// Returns the estimated seconds of training: six operations for each weight that a token meets.
/// `product_speed`: of a thread, as measure_product_speed() returns it.
double expected_seconds(const Config& config, int threads, double product_speed);

/// Returns the settings that differ from the defaults, as the JSON of a configuration.
std::string changed_settings(const Config& config);

}  // namespace dragoman
