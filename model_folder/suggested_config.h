#pragma once

#include <array>
#include <string>
#include <utility>

#include "data/corpus_survey.h"
#include "model_folder/config.h"

namespace dragoman {

/// Sizes of models; base and big are those of "Attention Is All You Need".
enum class Preset { kTiny, kSmall, kBase, kBig };
constexpr auto enum_names(Preset) {
  return std::array{std::pair{Preset::kTiny, "tiny"}, std::pair{Preset::kSmall, "small"},
                    std::pair{Preset::kBase, "base"}, std::pair{Preset::kBig, "big"}};
}

/// What trains.
struct TrainingMachine {
  int threads = 1;
  bool has_gpu = false;
};

/// The largest model that a corpus of so many words fills, and that the machine trains within days.
Preset suggest_preset(const CorpusSurvey& survey, const TrainingMachine& machine);

/// Tokens of a vocabulary for both languages: 8 times the root of the words of both sides, between
/// 200 and 32,000, but at least room for the text's characters. Little text wants a small one
/// (Sennrich and Zhang 2019, "Revisiting Low-Resource Neural Machine Translation: A Case Study").
int64_t suggest_vocabulary_size(const CorpusSurvey& survey);

/// Model, tokenizer, schedule and search for a corpus, its data and train.device left out. The rate
/// rises to 0.5 / width and falls by a cosine to 0 at the last update.
Config suggest_config(const CorpusSurvey& survey, Preset preset, const TrainingMachine& machine);

/// How often training by such a configuration passes over the corpus, about.
double passes_of(const CorpusSurvey& survey, const TrainSettings& train);

/// Seconds of training on so many threads of this processor, about: six times the weights that a
/// token meets, at the speed of its products (measured in some milliseconds).
double expected_seconds(const Config& config, int threads);

/// The settings that differ from the defaults, as a configuration has them.
std::string changed_settings(const Config& config);

}  // namespace dragoman
