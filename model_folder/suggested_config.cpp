#include "model_folder/suggested_config.h"

#include <algorithm>
#include <cmath>

#include "io/settings_write.h"

namespace dragoman {
namespace {

/// A model, and how it is trained.
struct Shape {
  int64_t layers, width, feed_forward, heads;
  double dropout;
  int64_t update_tokens;
  double passes;  // over the corpus
  int64_t most_updates;
  int64_t validate_every;
};

Shape shape_of(Preset preset) {
  switch (preset) {
    case Preset::kTiny:
      return {3, 128, 512, 4, 0.3, 2048, 40, 10000, 250};
    case Preset::kSmall:
      return {4, 256, 1024, 4, 0.2, 4096, 25, 40000, 250};
    case Preset::kBase:
      return {6, 512, 2048, 8, 0.1, 16384, 15, 100000, 500};
    case Preset::kBig:
      return {6, 1024, 4096, 16, 0.3, 25000, 15, 300000, 1000};
  }
  return {};
}

// Least words of both sides together for which a model is suggested.
constexpr int64_t kWordsForSmall = 2'000'000;
constexpr int64_t kWordsForBase = 20'000'000;
constexpr int64_t kWordsForBig = 500'000'000;
constexpr int kThreadsForBase = 32;

constexpr int64_t kLeastUpdates = 1000;
constexpr int64_t kLeastWarmup = 200, kMostWarmup = 4000;
constexpr int64_t kPatience = 10;
constexpr int64_t kLeastPartTokens = 256;
// Of training that goes on from a model.
constexpr double kFurtherPasses = 10;
constexpr int64_t kLeastFurther = 100;

/// Tokens of an update for each word, for subwords, the longer of the two sides and padding.
/// Measured on Multi30k and on texts of a program's help.
constexpr double kTokensOfWord = 1.5;

// Updates for the epochs that a user sets: how many times the expected number, and at most.
constexpr double kRoomForEpochs = 1.1;
constexpr double kMostForEpochs = 1e9;

// Share of an update's tokens that are not padding, and share of the speed of products that
// training reaches: 0.6 on an EPYC (Zen 5), preset tiny.
constexpr double kShareOfText = 0.9;
constexpr double kShareOfSpeed = 0.6;

double tokens_of_pass(const CorpusSurvey& survey) {
  return kTokensOfWord *
         static_cast<double>(std::max<int64_t>({survey.source_words, survey.target_words, 1}));
}

int64_t round_to(double value, int64_t step) {
  return std::max<int64_t>(step, std::llround(value / static_cast<double>(step)) * step);
}

TrainSettings suggest_training(const CorpusSurvey& survey, const Shape& shape,
                               const TrainingMachine& machine) {
  TrainSettings train;
  train.update_tokens = shape.update_tokens;
  train.parts =
      std::clamp<int64_t>((machine.threads + 3) / 4 * 4, 4, shape.update_tokens / kLeastPartTokens);
  const double updates =
      shape.passes * tokens_of_pass(survey) / static_cast<double>(shape.update_tokens);
  train.validate_every = shape.validate_every;
  train.updates =
      std::clamp(round_to(updates, shape.validate_every), kLeastUpdates, shape.most_updates);
  train.checkpoint_every = 2 * shape.validate_every;
  train.patience = kPatience;
  // BLEU's default tokenizer takes whole sentences without spaces for words.
  if (survey.target_lacks_spaces) train.best = ValidationMetric::kChrf;
  train.schedule = ScheduleType::kCosine;
  train.learning_rate = suggest_rate(shape.width);
  train.warmup = suggest_warmup(train.updates);
  return train;
}

using Json = nlohmann::ordered_json;

Json difference_of(const Json& value, const Json& plain) {
  Json changed = Json::object();
  for (const auto& [key, one] : value.items()) {
    if (one == plain.at(key)) continue;
    changed[key] = one.is_object() ? difference_of(one, plain.at(key)) : one;
  }
  return changed;
}

}  // namespace

Preset suggest_preset(const CorpusSurvey& survey, const TrainingMachine& machine) {
  const int64_t words = survey.source_words + survey.target_words;
  if (words < kWordsForSmall) return Preset::kTiny;
  if (words < kWordsForBase) return Preset::kSmall;
  if (machine.has_gpu && words >= kWordsForBig) return Preset::kBig;
  return machine.has_gpu || machine.threads >= kThreadsForBase ? Preset::kBase : Preset::kSmall;
}

int64_t suggest_vocabulary_size(const CorpusSurvey& survey) {
  const double words = static_cast<double>(survey.source_words + survey.target_words);
  const int64_t wanted = std::clamp<int64_t>(round_to(8 * std::sqrt(words), 100), 200, 32000);
  return std::max(wanted, round_to(1.5 * static_cast<double>(survey.num_characters), 100));
}

double suggest_rate(int64_t width) { return 0.5 / static_cast<double>(width); }

int64_t suggest_further_updates(const CorpusSurvey& survey, const TrainSettings& train) {
  const double updates =
      kFurtherPasses * tokens_of_pass(survey) / static_cast<double>(train.update_tokens);
  const int64_t wanted = std::max(round_to(std::min(updates, kMostForEpochs), 10), kLeastFurther);
  return std::min(wanted, train.updates);
}

int64_t suggest_validate_every(int64_t updates, int64_t most) {
  if (updates == 0 || updates > (kPatience + 1) * most) return most;
  return std::clamp<int64_t>(round_to(static_cast<double>(updates) / (2 * kPatience), 5), 10, most);
}

int64_t suggest_warmup(int64_t updates) {
  const int64_t warmup = std::clamp(updates / 20, kLeastWarmup, kMostWarmup);
  return updates > 0 ? std::min(warmup, updates / 5) : warmup;
}

int64_t suggest_updates(const CorpusSurvey& survey, const TrainSettings& train) {
  const double of_epoch =
      std::ceil(kRoomForEpochs * tokens_of_pass(survey) / static_cast<double>(train.update_tokens));
  return std::llround(std::min(of_epoch * static_cast<double>(train.epochs), kMostForEpochs));
}

Config suggest_config(const CorpusSurvey& survey, Preset preset, const TrainingMachine& machine) {
  const Shape shape = shape_of(preset);
  Config config;
  config.tokenizer.vocabulary_size = suggest_vocabulary_size(survey);
  config.model.encoder_layers = config.model.decoder_layers = shape.layers;
  config.model.width = shape.width;
  config.model.feed_forward = shape.feed_forward;
  config.model.heads = shape.heads;
  config.model.dropout = shape.dropout;
  config.model.norm = NormPosition::kPre;
  config.train = suggest_training(survey, shape, machine);
  config.search.beam = 4;
  return config;
}

double passes_of(const CorpusSurvey& survey, const TrainSettings& train) {
  return static_cast<double>(train.updates * train.update_tokens) / tokens_of_pass(survey);
}

double expected_seconds(const Config& config, int threads, double product_speed) {
  const ModelSettings& model = config.model;
  const int64_t width = model.width, inner = 2 * width * model.feed_forward;
  const int64_t weights = model.encoder_layers * (4 * width * width + inner) +
                          model.decoder_layers * (8 * width * width + inner) +
                          config.tokenizer.vocabulary_size * width;
  const double tokens = static_cast<double>(config.train.updates * config.train.update_tokens);
  const double products = 6 * static_cast<double>(weights) * tokens * kShareOfText;
  return products / (kShareOfSpeed * product_speed * threads);
}

std::string changed_settings(const Config& config) {
  Json changed = difference_of(write_settings(config), write_settings(Config{}));
  if (changed.contains("data") && changed["data"].contains("train")) {
    for (Json& corpus : changed["data"]["train"])
      corpus = difference_of(corpus, write_settings(CorpusSettings{}));
  }
  return changed.dump(2);
}

}  // namespace dragoman
