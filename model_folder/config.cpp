#include "model_folder/config.h"

#include <algorithm>
#include <stdexcept>

#include "io/ascii.h"
#include "io/settings_file.h"
#include "io/settings_read.h"
#include "io/settings_set.h"
#include "io/settings_write.h"
#include "markup/span_patterns.h"
#include "model_folder/adopted_tokenizer.h"
#include "model_folder/config_checks.h"
#include "model_folder/former_keys.h"
#include "model_folder/model_check.h"
#include "model_folder/model_folder.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {
namespace {

/// Checks that one tokenizer is given. With train.from, the settings also name its model.
void check_given_tokenizer(const Config& config) {
  const TokenizerSettings& tokenizer = config.tokenizer;
  const bool has_model = !tokenizer.model.empty() || !tokenizer.target_model.empty();
  demand(tokenizer.from.empty() || !has_model || !config.train.from.empty(),
         "tokenizer.from is " + tokenizer.from +
             ", but tokenizer.model or tokenizer.target_model is set as well; give one of them");
  if (!config.model.is_language_model()) return;
  demand(tokenizer.shared && tokenizer.vocabulary != VocabularyKind::kSeparate,
         "a language model has one vocabulary, but tokenizer.shared is " +
             std::string(tokenizer.shared ? "true" : "false") + " and tokenizer.vocabulary " +
             name_of(tokenizer.vocabulary) +
             "; set tokenizer.shared to true and tokenizer.vocabulary to sentencepiece or shared");
}

/// With train.from, the tokenizer is that of its folder.
void check_tokenizer(const Config& config) {
  const TokenizerSettings& tokenizer = config.tokenizer;
  check_tokenizer_settings(tokenizer);
  demand(!tokenizer.shared || tokenizer.target_model.empty(),
         "tokenizer.target_model is " + tokenizer.target_model +
             ", but tokenizer.shared is true; set tokenizer.shared to false or leave it out");
  demand(tokenizer.vocabulary == VocabularyKind::kSentencePiece || !tokenizer.model.empty() ||
             !tokenizer.from.empty() || !config.train.from.empty(),
         "tokenizer.vocabulary is " + name_of(tokenizer.vocabulary) +
             ", but tokenizer.model names no SentencePiece model with a vocabulary beside it; name "
             "the one of an imported model folder, or begin with train.from");
}

void check_sharing(const Config& config) {
  const bool shares_vocabulary =
      config.tokenizer.shared || config.tokenizer.vocabulary == VocabularyKind::kShared;
  demand(config.model.shared_embeddings != SharedEmbeddings::kAll || shares_vocabulary,
         "model.shared_embeddings is all, but tokenizer.shared is false; set "
         "model.shared_embeddings to target or none, or tokenizer.shared to true");
}

void check_r_drop(const Config& config) {
  const ModelSettings& model = config.model;
  const bool has_dropout =
      model.dropout > 0 || model.attention_dropout > 0 || model.feed_forward_dropout > 0;
  demand(config.train.r_drop == 0 || has_dropout,
         "train.r_drop is set, but model.dropout, model.attention_dropout and "
         "model.feed_forward_dropout are 0, so that the two passes of each batch would be equal; "
         "raise one, or set train.r_drop to 0");
}

bool is_device(const std::string& device) {
  if (device == "cpu" || device == "cuda") return true;
  const std::string prefix = "cuda:";
  return device.starts_with(prefix) && device.size() > prefix.size() &&
         std::all_of(device.begin() + static_cast<ptrdiff_t>(prefix.size()), device.end(),
                     is_ascii_digit<char>);
}

void check_optimizer(const TrainSettings& train) {
  demand(train.beta1 < 1 && train.beta2 < 1,
         "train.beta1 and train.beta2 must be less than 1: at 1 Adam's means never move");
  demand(train.epsilon > 0, "train.epsilon is 0, but must be positive, such as 1e-9");
  const bool needs_warmup =
      train.schedule == ScheduleType::kInverseSqrt || train.schedule == ScheduleType::kPaper;
  demand(!needs_warmup || train.warmup > 0,
         "train.warmup is 0, but the schedules inverse-sqrt and paper need at least 1; raise it or "
         "set train.schedule to constant");
  demand(!train.falls_to_end() || train.updates > train.warmup,
         "train.schedule is " + name_of(train.schedule) +
             ", whose rate falls until train.updates, but train.updates is " +
             std::to_string(train.updates) + " and train.warmup " + std::to_string(train.warmup) +
             "; raise train.updates, lower train.warmup, or choose another schedule");
  demand(train.final_rate == 0 || train.falls_to_end(),
         "train.final_rate is " + write_value(train.final_rate).dump() +
             ", but the rate of train.schedule " + name_of(train.schedule) +
             " has no end; set train.final_rate to 0, or train.schedule to linear or cosine");
  demand(train.final_rate <= train.learning_rate,
         "train.final_rate is " + write_value(train.final_rate).dump() +
             ", more than train.learning_rate (" + write_value(train.learning_rate).dump() +
             "), so that the rate would rise; lower it");
  demand(is_device(train.device), "train.device is \"" + train.device +
                                      "\", but must be cpu, cuda, or cuda:N, such as cuda:1");
}

void check_end(const Config& config) {
  const TrainSettings& train = config.train;
  const bool ends_with_data = config.data.train.front().is_stdin();
  demand(ends_with_data || train.updates > 0 || train.epochs > 0 || train.patience > 0,
         "train.updates, train.epochs and train.patience are all 0, so that training would never "
         "end; set one of them");
}

// The longest pair that is not left out must fit an update, end of sentence included. If it does
// not fit a part, it has a part of its own.
void check_update(const Config& config) {
  demand(config.train.update_tokens > config.data.max_length,
         "train.update_tokens is " + std::to_string(config.train.update_tokens) +
             ", but must be more than data.max_length (" + std::to_string(config.data.max_length) +
             "); raise the one or lower the other");
  demand(config.train.parts <= config.train.update_tokens,
         "train.parts is " + std::to_string(config.train.parts) +
             ", more than train.update_tokens (" + std::to_string(config.train.update_tokens) +
             "); a part has one token at least");
}

void check_validation(const Config& config) {
  demand(!config.model.is_language_model() || config.train.best == ValidationMetric::kLoss,
         "train.best is " + name_of(config.train.best) +
             ", but a language model does not translate; set it to loss or leave it out");
  const bool has_valid = !config.data.valid.empty();
  demand(has_valid || config.train.patience == 0,
         "train.patience is " + std::to_string(config.train.patience) +
             ", but there is no data.valid to validate on; give one or set train.patience to 0");
  const Keep keep = config.train.keep;
  demand(has_valid || (keep != Keep::kBest && keep != Keep::kAverageBest),
         "train.keep is " + name_of(keep) +
             ", but there is no data.valid to find the best by; give one or set train.keep to last "
             "or average");
  demand(keep != Keep::kAverageBest || config.train.keep_best > 1,
         "train.keep is average-best, but train.keep_best is 1; raise it, as by --set "
         "train.keep_best=5");
  demand(keep != Keep::kAverage || config.train.moving_average == 0,
         "train.keep is average, and train.moving_average is set: both average; set train.keep to "
         "last or best, or train.moving_average to 0");
}

void check_trainable(const nlohmann::ordered_json& file, const std::string& path) {
  if (!file.is_object() || file.value("format", nlohmann::ordered_json()) != kPackedFormat) return;
  throw std::invalid_argument(path +
                              " is of a folder that is packed for int8; name the one of the folder "
                              "that it was packed from");
}

/// Applies the file and then the overrides to `config`, which has the defaults.
Config read_config(const nlohmann::ordered_json& file, const std::string& path,
                   const std::vector<std::string>& overrides, Config config) {
  read_settings(file, config, {path});
  for (const std::string& assignment : overrides) apply_override(assignment, config);
  return config;
}

/// Returns the keys of the settings with this name, which is no section's, joined by " or ".
std::string keys_of_setting(const std::string& name) {
  std::string keys;
  const nlohmann::ordered_json sections = write_settings(Config{});
  if (sections.contains(name)) return keys;
  for (const auto& [section, settings] : sections.items()) {
    if (!settings.is_object() || !settings.contains(name)) continue;
    keys += (keys.empty() ? "`" : " or `") + (section + "." + name) + "`";
  }
  return keys;
}

/// Marks a length that neither the file nor the overrides set.
constexpr int64_t kNotGiven = 0;

Config defaults_of_language_models() {
  Config config;
  config.model.norm = NormPosition::kPre;
  config.model.max_length = kNotGiven;
  config.train.best = ValidationMetric::kLoss;
  return config;
}

}  // namespace

Config load_config(const std::string& path, const std::vector<std::string>& overrides,
                   const std::string& run) {
  nlohmann::ordered_json file = parse_settings_file(path);
  check_maker(file, path);
  check_trainable(file, path);
  const std::vector<std::string> current = adopt_former_keys(file, overrides, {path});
  Config config = read_config(file, path, current, {});
  const bool is_language_model = config.model.is_language_model();
  if (is_language_model) config = read_config(file, path, current, defaults_of_language_models());
  if (config.model.max_length == kNotGiven) config.model.max_length = config.data.max_length;
  config.tokenizer = adopt_tokenizer(config.tokenizer, is_language_model, run);
  try {
    check_config(config);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(error.what()) + " (" + path + ")");
  }
  return config;
}

void apply_override(const std::string& assignment, Config& config) {
  const Assignment parsed = parse_assignment(assignment);
  const std::string& key = parsed.keys.front();
  const std::string meant = parsed.keys.size() == 1 ? keys_of_setting(key) : "";
  if (!meant.empty())
    throw std::invalid_argument("unknown key `" + key + "` in --set, did you mean " + meant + "?");
  set_setting(config, assignment);
}

void check_config(const Config& config) {
  check_data(config);
  check_given_tokenizer(config);
  check_tokenizer(config);
  check_model(config.model);
  check_sharing(config);
  check_r_drop(config);
  check_optimizer(config.train);
  check_search_settings(config.search);
  const SpanPatterns valid(config.search.protect);
  if (config.data.train.empty()) return;
  check_end(config);
  check_update(config);
  check_validation(config);
}

}  // namespace dragoman
