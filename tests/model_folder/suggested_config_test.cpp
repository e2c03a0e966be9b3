#include "model_folder/suggested_config.h"

#include "catch.h"
#include "io/atomic_file.h"
#include "io/settings_write.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

CorpusSurvey survey_of(int64_t pairs, int64_t words_of_side, int64_t characters = 100) {
  return {pairs, words_of_side, words_of_side, characters};
}

const CorpusSurvey kTenThousand = survey_of(10'000, 115'000);

}  // namespace

TEST_CASE("more text gets a larger model, as far as the machine can train it") {
  const auto preset = [](int64_t words, const TrainingMachine& machine) {
    return suggest_preset(survey_of(1000, words / 2), machine);
  };
  const TrainingMachine laptop{.threads = 2}, server{.threads = 64}, gpu{.has_gpu = true};
  CHECK(preset(200'000, laptop) == Preset::kTiny);
  CHECK(preset(200'000, gpu) == Preset::kTiny);
  CHECK(preset(5'000'000, laptop) == Preset::kSmall);
  CHECK(preset(100'000'000, laptop) == Preset::kSmall);
  CHECK(preset(100'000'000, server) == Preset::kBase);
  CHECK(preset(100'000'000, gpu) == Preset::kBase);
  CHECK(preset(1'000'000'000, server) == Preset::kBase);
  CHECK(preset(1'000'000'000, gpu) == Preset::kBig);
}

TEST_CASE("the vocabulary grows with the root of the words, and has room for all characters") {
  CHECK(suggest_vocabulary_size(kTenThousand) == 3800);  // 8 sqrt(230,000)
  CHECK(suggest_vocabulary_size(survey_of(100, 200)) == 200);
  CHECK(suggest_vocabulary_size(survey_of(10'000'000, 300'000'000)) == 32000);
  CHECK(suggest_vocabulary_size(survey_of(100, 200, 3000)) == 4500);
}

TEST_CASE("each preset gives a configuration that passes all checks, and is read back as it was") {
  const auto [survey, preset, threads] = GENERATE_COPY(table<CorpusSurvey, Preset, int>(
      {{survey_of(100, 200), Preset::kTiny, 1},
       {kTenThousand, Preset::kTiny, 2},
       {survey_of(1'000'000, 20'000'000), Preset::kSmall, 7},
       {kTenThousand, Preset::kBase, 64},
       {survey_of(50'000'000, 1'000'000'000), Preset::kBig, 256}}));
  const Config config = suggest_config(survey, preset, {.threads = threads});
  const TemporaryFolder folder;
  write_file_atomically(folder / "c.json", changed_settings(config));
  const Config read =
      load_config(folder / "c.json", {"data.train.0.source=a", "data.train.0.target=b",
                                      "data.valid.source=c", "data.valid.target=d"});
  CHECK(changed_settings(config).find("\"seed\"") == std::string::npos);
  CHECK(write_settings(read.model) == write_settings(config.model));
  CHECK(write_settings(read.train) == write_settings(config.train));
  CHECK(write_settings(read.tokenizer) == write_settings(config.tokenizer));
  CHECK(changed_settings(read).find("\"weight\"") == std::string::npos);
  CHECK(config.model.norm == NormPosition::kPre);
  CHECK(config.train.learning_rate == 0.5 / static_cast<double>(config.model.width));
  CHECK(config.train.checkpoint_every == 2 * config.train.validate_every);
  CHECK(config.train.updates % config.train.validate_every == 0);
  CHECK(config.train.warmup < config.train.updates);
  CHECK(config.train.parts >= std::min(threads, 8));
}

TEST_CASE("chrF ranks weights if BLEU would take whole sentences for words") {
  CorpusSurvey survey = kTenThousand;
  CHECK(suggest_config(survey, Preset::kTiny, {}).train.best == ValidationMetric::kBleu);
  survey.target_lacks_spaces = true;
  CHECK(suggest_config(survey, Preset::kTiny, {}).train.best == ValidationMetric::kChrf);
}

TEST_CASE("the expected time is that of the products") {
  Config config = suggest_config(kTenThousand, Preset::kTiny, {.threads = 2});
  const double seconds = expected_seconds(config, 2, 1e11);
  // Width 128 and feed-forward layers of 512: 4 or 8 times D^2, and 2 D F, of a layer.
  const double weights = 3 * (4 * 16384 + 131072) + 3 * (8 * 16384 + 131072) + 3800 * 128;
  const double tokens = static_cast<double>(config.train.updates) * 2048 * 0.9;
  CHECK(seconds == Approx(6 * weights * tokens / (0.6 * 1e11 * 2)));
  CHECK(expected_seconds(config, 1, 1e11) == Approx(2 * seconds));
  CHECK(expected_seconds(config, 2, 5e10) == Approx(2 * seconds));
  config.train.updates *= 100;
  CHECK(expected_seconds(config, 2, 1e11) == Approx(100 * seconds));
}

}  // namespace dragoman
