#include "app/config.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "io/settings_file.h"
#include "io/settings_read.h"
#include "io/settings_set.h"
#include "train/make_tokenizers.h"

namespace dragoman {
namespace {

// Byte fallback adds the 256 bytes to end of sentence, unknown and padding.
constexpr int64_t kLeastWithBytes = 256 + 3;

std::string number(int64_t value) { return std::to_string(value); }

void demand(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

/// A corpus of a language model.
void check_text(const CorpusSettings& corpus, const std::string& key) {
  const auto demand_none = [&](const std::string& name, const std::string& value) {
    demand(value.empty(), key + "." + name + " is set (" + value +
                              "), but a language model learns from target alone; leave it out");
  };
  demand_none("source", corpus.source);
  demand_none("tsv", corpus.tsv);
  demand_none("tag", corpus.tag);
  demand(!corpus.target.empty(), key + " names no target, which is the text to learn from");
  demand(corpus.target != "-", key +
                                   ".target is - (stdin), which only pairs are read from; write "
                                   "the text to a file");
}

void check_pairs(const CorpusSettings& corpus, const std::string& key) {
  demand(!corpus.is_monolingual(),
         key + " has target (" + corpus.target +
             ") alone, which only a language model learns from; give source too, or set "
             "model.architecture to language-model");
  const bool has_tsv = !corpus.tsv.empty();
  const bool has_either = !corpus.source.empty() || !corpus.target.empty();
  const bool has_both = !corpus.source.empty() && !corpus.target.empty();
  demand(!has_tsv || !has_either,
         key + " has tsv (" + corpus.tsv + ") and source or target as well; give tsv or the pair");
  demand(has_tsv || has_both, key + " needs both source and target, or tsv; source is \"" +
                                  corpus.source + "\", target is \"" + corpus.target + "\"");
}

bool has_given_tokenizer(const Config& config) {
  return !config.tokenizer.model.empty() || !config.tokenizer.from.empty() ||
         !config.train.from.empty();
}

void check_layout(const Config& config) {
  const DataSettings& data = config.data;
  if (data.layout == TextLayout::kLines) return;
  demand(config.model.is_language_model(),
         "data.layout is stream, but model.architecture is translator; only the text of a language "
         "model is a stream: set data.layout to lines, or model.architecture to language-model");
  demand(config.tokenizer.keep_whitespace || has_given_tokenizer(config),
         "data.layout is stream, but tokenizer.keep_whitespace is false, so that no token would be "
         "the line feed; set it to true, or data.layout to lines");
  demand(data.bpe_dropout == 0 && data.unigram_alpha == 0,
         "data.layout is stream, whose segmentations cannot be drawn; set data.bpe_dropout and "
         "data.unigram_alpha to 0, or data.layout to lines");
}

/// Text that can be read only once: no tokenizer can be trained on it, and nothing mixed with it.
void check_stdin(const Config& config) {
  const DataSettings& data = config.data;
  for (size_t i = 0; i < data.train.size(); ++i) {
    const CorpusSettings& corpus = data.train[i];
    const std::string key = "data.train." + std::to_string(i);
    demand(corpus.source != "-" && corpus.target != "-",
           key + " reads one side from stdin; give both as lines source<TAB>target: " + key +
               ".tsv=-");
    if (!corpus.is_stdin()) continue;
    demand(data.train.size() == 1,
           key + ".tsv is - (stdin), beside other corpora; write it to a file, or mix them before");
    const bool has_models = !config.tokenizer.model.empty() &&
                            (config.tokenizer.shared || !config.tokenizer.target_model.empty());
    demand(has_models || !config.tokenizer.from.empty() || !config.train.from.empty(),
           key +
               ".tsv is - (stdin), so that no tokenizer can be trained on it; make one by "
               "`dragoman tokenizer train` and name it as tokenizer.model");
  }
  demand(data.valid.source != "-" && data.valid.target != "-" && !data.valid.is_stdin(),
         "data.valid is read from stdin; write it to a file");
}

void check_weights(const DataSettings& data) {
  const bool has_weight = data.train.empty() || std::any_of(data.train.begin(), data.train.end(),
                                                            [](const CorpusSettings& corpus) {
                                                              return corpus.weight > 0;
                                                            });
  demand(has_weight,
         "the weights of all corpora of data.train are 0, so that nothing would be trained on; "
         "raise one");
}

/// Rates of drawn segmentations and the tokenizer that they are for.
void check_sampling(const Config& config) {
  const DataSettings& data = config.data;
  demand(data.bpe_dropout == 0 || data.unigram_alpha == 0,
         "data.bpe_dropout and data.unigram_alpha are both set, but one tokenizer is not both; set "
         "one to 0");
  const bool is_drawn = data.bpe_dropout > 0 || data.unigram_alpha > 0;
  demand(
      !is_drawn || !config.model.is_language_model() || data.sampled_sides != SampledSides::kSource,
      "data.sampled_sides is source, which a language model has not; leave it out");
  if (has_given_tokenizer(config)) return;
  const auto check = [&](const std::string& key, bool is_set, TokenizerType type) {
    demand(!is_set || config.tokenizer.type == type,
           key + " is set, but goes with tokenizer.type " + name_of(type) + ", not " +
               name_of(config.tokenizer.type) + "; set " + key + " to 0 or change the type");
  };
  check("data.bpe_dropout", data.bpe_dropout > 0, TokenizerType::kBpe);
  check("data.unigram_alpha", data.unigram_alpha > 0, TokenizerType::kUnigram);
}

void check_data(const Config& config) {
  const auto check = config.model.is_language_model() ? check_text : check_pairs;
  for (size_t i = 0; i < config.data.train.size(); ++i)
    check(config.data.train[i], "data.train." + std::to_string(i));
  if (!config.data.valid.empty()) check(config.data.valid, "data.valid");
  check_layout(config);
  check_stdin(config);
  check_weights(config.data);
  check_sampling(config);
  const bool is_language_model = config.model.is_language_model();
  demand(config.data.max_length < config.model.max_length + (is_language_model ? 1 : 0),
         "data.max_length is " + number(config.data.max_length) +
             ", but must be less than model.max_length (" + number(config.model.max_length) +
             "), which counts end of sentence; lower the one or raise the other");
  demand(config.data.min_length <= config.data.max_length,
         "data.min_length is " + number(config.data.min_length) +
             ", which is more than data.max_length (" + number(config.data.max_length) +
             "), so that every pair would be left out; lower it");
}

/// Which tokenizer is used. With train.from, its own model stands in the settings, too.
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

void check_tokenizer(const TokenizerSettings& tokenizer) {
  check_tokenizer_settings(tokenizer);
  demand(!tokenizer.shared || tokenizer.target_model.empty(),
         "tokenizer.target_model is " + tokenizer.target_model +
             ", but tokenizer.shared is true; set tokenizer.shared to false or leave it out");
  demand(tokenizer.vocabulary == VocabularyKind::kSentencePiece || !tokenizer.model.empty() ||
             !tokenizer.from.empty(),
         "tokenizer.vocabulary is " + name_of(tokenizer.vocabulary) +
             ", but tokenizer.model names no SentencePiece model with a vocabulary beside it; name "
             "the one of an imported model folder, or begin with train.from");
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
  const bool shares_vocabulary =
      config.tokenizer.shared || config.tokenizer.vocabulary == VocabularyKind::kShared;
  demand(model.shared_embeddings != SharedEmbeddings::kAll || shares_vocabulary,
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
  const bool needs_warmup =
      train.schedule == ScheduleType::kInverseSqrt || train.schedule == ScheduleType::kPaper;
  demand(!needs_warmup || train.warmup > 0,
         "train.warmup is 0, but the schedules inverse-sqrt and paper need at least 1; raise it or "
         "set train.schedule to constant");
  const bool needs_end =
      train.schedule == ScheduleType::kLinear || train.schedule == ScheduleType::kCosine;
  demand(!needs_end || train.updates > train.warmup,
         "train.schedule is " + name_of(train.schedule) +
             ", whose rate falls until train.updates, but that is " + number(train.updates) +
             " and the warm-up " + number(train.warmup) + "; raise train.updates, or choose " +
             "another schedule");
  demand(is_device(train.device),
         "train.device is \"" + train.device + "\", but must be cpu, cuda, or cuda:N, as cuda:1");
}

void check_end(const Config& config) {
  const TrainSettings& train = config.train;
  const bool ends_with_data = config.data.train.front().is_stdin();
  demand(ends_with_data || train.updates > 0 || train.epochs > 0 || train.patience > 0,
         "train.updates, train.epochs and train.patience are all 0, so that training would never "
         "end; set one of them");
}

// The longest pair that is not left out, with its end of sentence, fits a batch.
void check_batches(const Config& config) {
  demand(config.train.fit_memory > 0 || config.train.batch_tokens > config.data.max_length,
         "train.batch_tokens is " + number(config.train.batch_tokens) +
             ", but must be more than data.max_length (" + number(config.data.max_length) +
             "); raise the one or lower the other");
}

void check_validation(const Config& config) {
  demand(!config.model.is_language_model() || config.train.best == ValidationMetric::kLoss,
         "train.best is " + name_of(config.train.best) +
             ", but a language model does not translate; set it to loss or leave it out");
  const bool has_valid = !config.data.valid.empty();
  demand(has_valid || config.train.patience == 0,
         "train.patience is " + number(config.train.patience) +
             ", but there is no data.valid to validate on; give one or set train.patience to 0");
  const Keep keep = config.train.keep;
  demand(has_valid || (keep != Keep::kBest && keep != Keep::kAverageBest),
         "train.keep is " + name_of(keep) +
             ", but there is no data.valid to tell the best by; give one or set train.keep to last "
             "or average");
  demand(keep != Keep::kAverageBest || config.train.keep_best > 1,
         "train.keep is average-best, but train.keep_best is 1; raise it, as to 5");
  demand(keep != Keep::kAverage || config.train.moving_average == 0,
         "train.keep is average, and train.moving_average is set: both average; set train.keep to "
         "last or best, or train.moving_average to 0");
}

/// The file and then the overrides, on top of the defaults.
Config read_config(const nlohmann::ordered_json& file, const std::string& path,
                   const std::vector<std::string>& overrides, Config config) {
  read_settings(file, config, {path});
  for (const std::string& assignment : overrides) set_setting(config, assignment);
  return config;
}

/// Stands for a length that neither file nor overrides give.
constexpr int64_t kNotGiven = 0;

Config defaults_of_language_models() {
  Config config;
  config.model.norm = NormPosition::kPre;
  config.model.max_length = kNotGiven;
  config.train.best = ValidationMetric::kLoss;
  return config;
}

}  // namespace

Config load_config(const std::string& path, const std::vector<std::string>& overrides) {
  const nlohmann::ordered_json file = parse_settings_file(path);
  Config config = read_config(file, path, overrides, {});
  const bool is_language_model = config.model.is_language_model();
  if (is_language_model) config = read_config(file, path, overrides, defaults_of_language_models());
  if (config.model.max_length == kNotGiven) config.model.max_length = config.data.max_length;
  config.tokenizer = adopt_tokenizer(config.tokenizer, is_language_model);
  try {
    check_config(config);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(error.what()) + " (" + path + ")");
  }
  return config;
}

void check_config(const Config& config) {
  check_data(config);
  check_given_tokenizer(config);
  check_tokenizer(config.tokenizer);
  check_model(config);
  check_optimizer(config.train);
  check_search_settings(config.search);
  if (config.data.train.empty()) return;
  check_end(config);
  check_batches(config);
  check_validation(config);
}

}  // namespace dragoman
