#include "app/config.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "io/settings_read.h"
#include "io/settings_set.h"

namespace dragoman {
namespace {

// Byte fallback adds the 256 bytes to end of sentence, unknown and padding.
constexpr int64_t kLeastWithBytes = 256 + 3;

std::string number(int64_t value) { return std::to_string(value); }

void demand(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

void check_corpus(const CorpusSettings& corpus, const std::string& key) {
  const bool has_tsv = !corpus.tsv.empty();
  const bool has_either = !corpus.source.empty() || !corpus.target.empty();
  const bool has_both = !corpus.source.empty() && !corpus.target.empty();
  demand(!has_tsv || !has_either,
         key + " has tsv (" + corpus.tsv + ") and source or target as well; give tsv or the pair");
  demand(has_tsv || has_both, key + " needs both source and target, or tsv; source is \"" +
                                  corpus.source + "\", target is \"" + corpus.target + "\"");
}

void check_data(const Config& config) {
  for (size_t i = 0; i < config.data.train.size(); ++i) {
    check_corpus(config.data.train[i], "data.train." + std::to_string(i));
  }
  if (!config.data.valid.empty()) check_corpus(config.data.valid, "data.valid");
  demand(config.data.max_length < config.model.max_length,
         "data.max_length is " + number(config.data.max_length) +
             ", but must be less than model.max_length (" + number(config.model.max_length) +
             "), which counts end of sentence; lower the one or raise the other");
}

void check_tokenizer(const TokenizerSettings& tokenizer) {
  demand(!tokenizer.shared || tokenizer.target_model.empty(),
         "tokenizer.target_model is " + tokenizer.target_model +
             ", but tokenizer.shared is true; set tokenizer.shared to false or leave it out");
  demand(!tokenizer.byte_fallback || tokenizer.vocabulary_size > kLeastWithBytes,
         "tokenizer.vocabulary_size is " + number(tokenizer.vocabulary_size) +
             ", but tokenizer.byte_fallback needs more than " + number(kLeastWithBytes) +
             "; raise it or set tokenizer.byte_fallback to false");
}

void check_model(const Config& config) {
  const ModelSettings& model = config.model;
  demand(model.width % 2 == 0, "model.width is " + number(model.width) +
                                   ", but must be even; take " + number(model.width - 1) + " or " +
                                   number(model.width + 1));
  demand(model.width % model.heads == 0, "model.heads is " + number(model.heads) +
                                             ", but must divide model.width (" +
                                             number(model.width) + "); change one of the two");
  demand(model.shared_embeddings != SharedEmbeddings::kAll || config.tokenizer.shared,
         "model.shared_embeddings is all, but tokenizer.shared is false; set "
         "model.shared_embeddings to target or none, or tokenizer.shared to true");
}

bool is_device(const std::string& device) {
  if (device == "cpu" || device == "cuda") return true;
  const std::string prefix = "cuda:";
  return device.starts_with(prefix) && device.size() > prefix.size() &&
         std::all_of(device.begin() + static_cast<ptrdiff_t>(prefix.size()), device.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

void check_optimizer(const TrainSettings& train) {
  demand(train.beta1 < 1 && train.beta2 < 1,
         "train.beta1 and train.beta2 must be less than 1: at 1 Adam's means never move");
  demand(train.epsilon > 0, "train.epsilon is 0, but must be positive, as 1e-9");
  demand(train.schedule == ScheduleType::kConstant || train.warmup > 0,
         "train.warmup is 0, but the schedules inverse-sqrt and paper need at least 1; raise it or "
         "set train.schedule to constant");
  demand(is_device(train.device),
         "train.device is \"" + train.device + "\", but must be cpu, cuda, or cuda:N, as cuda:1");
}

void check_end(const TrainSettings& train) {
  demand(train.updates > 0 || train.epochs > 0 || train.patience > 0,
         "train.updates, train.epochs and train.patience are all 0, so that training would never "
         "end; set one of them");
}

// The longest pair that is not left out, with its end of sentence, fits a batch.
void check_batches(const Config& config) {
  demand(config.train.batch_tokens > config.data.max_length,
         "train.batch_tokens is " + number(config.train.batch_tokens) +
             ", but must be more than data.max_length (" + number(config.data.max_length) +
             "); raise the one or lower the other");
}

void check_validation(const Config& config) {
  const bool has_valid = !config.data.valid.empty();
  demand(has_valid || config.train.patience == 0,
         "train.patience is " + number(config.train.patience) +
             ", but there is no data.valid to validate on; give one or set train.patience to 0");
  demand(has_valid || config.train.keep != Keep::kBest,
         "train.keep is best, but there is no data.valid to tell the best by; give one or set "
         "train.keep to last or average");
}

}  // namespace

Config load_config(const std::string& path, const std::vector<std::string>& overrides) {
  Config config;
  read_settings(parse_settings_file(path), config, {path});
  for (const std::string& assignment : overrides) set_setting(config, assignment);
  try {
    check_config(config);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(error.what()) + " (" + path + ")");
  }
  return config;
}

void check_config(const Config& config) {
  check_data(config);
  check_tokenizer(config.tokenizer);
  check_model(config);
  check_optimizer(config.train);
  if (config.data.train.empty()) return;
  check_end(config.train);
  check_batches(config);
  check_validation(config);
}

}  // namespace dragoman
