#include "app/config_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <tuple>

#include "app/config_summary.h"
#include "app/text_overrides.h"
#include "data/file_languages.h"
#include "data/held_out.h"
#include "io/folder.h"
#include "io/regular_file.h"
#include "io/settings_read.h"
#include "model_folder/adopted_tokenizer.h"
#include "model_folder/model_folder.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

constexpr int64_t kFewestPairs = 100;
constexpr int64_t kFewPairs = 5000;
// One pair in kPairsOfOneHeldOut is held out, but at most kMostHeldOut pairs.
constexpr int64_t kPairsOfOneHeldOut = 20;
constexpr int64_t kMostHeldOut = 1000;
// A line with more words, on average, is no sentence.
constexpr int64_t kWordsOfParagraph = 80;
constexpr uint64_t kSeed = 1;  // of the choice of pairs to hold out
// Why choose_held_out() refuses a pair.
constexpr const char* kUnfit =
    "pair repeats a line of another, has an empty side or one of more than 1,000 characters, or "
    "one "
    "far longer than the other";

bool asks_for_gpu(const std::vector<std::string>& overrides) {
  return std::any_of(overrides.begin(), overrides.end(),
                     [](const std::string& one) { return one.starts_with("train.device=cuda"); });
}

void set_languages(const TextTraining& text, DataSettings& data) {
  const auto both = languages_of_file(text.tsv);
  const auto source = text.tsv.empty() ? language_of_file(text.source) : std::nullopt;
  const auto target = text.tsv.empty() ? language_of_file(text.target) : std::nullopt;
  if (both) {
    std::tie(data.source_language, data.target_language) = *both;
  } else if (source && target && *source != *target) {
    data.source_language = *source;
    data.target_language = *target;
  }
}

/// Throws std::invalid_argument if writing the files would replace the corpus that is divided.
void check_corpus_stays(const CorpusSettings& corpus, const DividedFiles& files,
                        const std::string& folder) {
  for (const auto& [option, input] :
       {std::pair{"--source", corpus.source}, {"--target", corpus.target}, {"--tsv", corpus.tsv}}) {
    for (const std::string& output :
         {files.train_source, files.train_target, files.valid_source, files.valid_target}) {
      if (!is_same_file(input, output)) continue;
      throw std::invalid_argument(std::string(option) + " " + input +
                                  " lies where the run writes its own text (" + folder +
                                  "): move it, or name another --out");
    }
  }
}

/// Returns the most tokens, and so the most words, of a side of a pair that is trained on.
int64_t most_words(const Config& overridden) {
  const std::string& from = overridden.train.from;
  const ModelSettings model = from.empty() ? overridden.model : read_folder_settings(from).model;
  // data.max_length raises a default.
  if (from.empty() && model.max_length == ModelSettings().max_length)
    return overridden.data.max_length;
  return std::min(overridden.data.max_length, model.max_length);
}

}  // namespace

ConfigMaker::ConfigMaker(const TextTraining& text, int threads, const RunRequest& request,
                         const Logger& log)
    : text_(text), request_(request), log_(log) {
  corpus_.source = whole_path(text.source);
  corpus_.target = whole_path(text.target);
  corpus_.tsv = whole_path(text.tsv);
  machine_.threads = threads > 0 ? threads : default_thread_count();
  machine_.has_gpu = asks_for_gpu(request.overrides);
}

std::string ConfigMaker::make() {
  // Throws for wrong overrides before files are written.
  config_ = config_of_overrides(request_.overrides, text_.valid_source.empty());
  const std::string from = config_.train.from;
  if (!from.empty() && !text_.preset.empty()) {
    throw std::invalid_argument("--preset chooses a new model, but train.from=" + from +
                                " has one: leave one of them out");
  }
  survey_ = survey_corpus(corpus_, most_words(config_), config_.tokenizer.character_coverage);
  check_size();
  survey_.faults.warn(corpus_, log_);
  const Preset preset =
      text_.preset.empty() ? suggest_preset(survey_, machine_) : parse_preset(text_.preset);
  config_ = suggest_config(survey_, preset, machine_);
  if (!from.empty()) suit_model(read_folder_settings(from).model);
  suit_overrides();
  set_languages(text_, config_.data);
  make_folder(request_.folder);
  lock_.emplace(request_.folder);
  set_corpora();
  apply_request(config_);
  say_data();
  say_model(preset);
  say_schedule();
  std::string head;
  for (const std::string& line : lines_) head += comment_of(line) + "\n";
  return head + changed_settings(config_) + "\n";
}

/// Applies the overrides. With train.from, the model is that of its folder, whatever they say.
void ConfigMaker::apply_request(Config& config) const {
  apply_overrides(request_.overrides, config);
  if (!config.train.from.empty()) adopt_model(config, FolderPaths(config.train.from));
}

/// Suggests what suits training that goes on from a model: its rates of dropout, and fewer updates.
void ConfigMaker::suit_model(const ModelSettings& model) {
  config_.model = model;
  config_.train.updates = suggest_further_updates(survey_, config_.train);
}

/// Suggests what suits the overrides, which are applied later and so win: lengths, embeddings and
/// the validation's tag, the rate for the width, and the schedule.
void ConfigMaker::suit_overrides() {
  Config wanted = config_;
  apply_request(wanted);
  if (wanted.train.from.empty()) {
    wanted.tokenizer = adopt_tokenizer(wanted.tokenizer, wanted.model.is_language_model());
    config_.model.max_length = std::max(config_.model.max_length, wanted.data.max_length);
  }
  if (!wanted.data.train.empty()) config_.data.valid.tag = wanted.data.train.front().tag;
  const int64_t longest = std::min(wanted.model.max_length, wanted.train.update_tokens - 1);
  config_.data.max_length = std::clamp<int64_t>(longest, 1, config_.data.max_length);
  if (!wanted.tokenizer.shared && wanted.tokenizer.vocabulary != VocabularyKind::kShared)
    config_.model.shared_embeddings = SharedEmbeddings::kTarget;
  suit_schedule(wanted.train);
  const bool is_factor = wanted.train.schedule == ScheduleType::kPaper;  // of the paper's rate
  config_.train.learning_rate = (is_factor ? 1 : suggest_rate(wanted.model.width)) *
                                (wanted.train.from.empty() ? 1 : kFurtherRate);
}

/// Suggests as many updates as the overrides' epochs have, if they have any, and a shorter warm-up
/// and more validations for fewer updates. Without a limit of updates, the rate must not fall to an
/// end.
void ConfigMaker::suit_schedule(TrainSettings& wanted) {
  TrainSettings& train = config_.train;
  int64_t length = wanted.updates;
  if (wanted.epochs > 0 && (length == 0 || length == train.updates))
    length = suggest_updates(survey_, wanted);
  if (wanted.updates == train.updates) train.updates = length;
  if (wanted.updates == 0 && wanted.schedule == train.schedule)
    wanted.schedule = train.schedule = ScheduleType::kInverseSqrt;
  const int64_t least = wanted.falls_to_end() ? 0 : 1;
  train.warmup = std::max(least, std::min(train.warmup, suggest_warmup(length)));
  train.validate_every = suggest_validate_every(length, train.validate_every);
}

void ConfigMaker::check_size() const {
  const std::string has = "there are " + with_commas(survey_.num_pairs) + " pairs in " +
                          corpus_.name() + describe_long(survey_);
  if (survey_.num_pairs < kFewestPairs) {
    const std::string advice = survey_.num_long < kFewestPairs
                                   ? "give "
                                   : "split it into sentences, one a line, and give ";
    throw std::runtime_error(has + ", too few to learn from: " + advice +
                             with_commas(kFewestPairs) + " at least, and better " +
                             with_commas(2 * kFewPairs) + " or more");
  }
  if (survey_.num_pairs < kFewPairs && config_.train.from.empty())
    log_->warn("{}: little is learned of so few; give {} or more", has, with_commas(2 * kFewPairs));
}

void ConfigMaker::warn_of_shared_pairs(const CorpusSettings& valid) const {
  const int64_t shared = count_shared_pairs(valid, corpus_);
  if (shared == 0) return;
  log_->warn(
      "pairs of {} are trained on, too ({} of them), so scores of validation will be too good; "
      "name other text, or leave --valid-source and --valid-target out",
      valid.name(), with_commas(shared));
}

void ConfigMaker::set_corpora() {
  CorpusSettings& valid = config_.data.valid;
  valid.source = whole_path(text_.valid_source);
  valid.target = whole_path(text_.valid_target);
  if (valid.empty()) {
    held_out_ = divide(valid);
  } else {
    warn_of_shared_pairs(valid);
    held_out_ = "validated on " + valid.name();
  }
  config_.data.train = {corpus_};
}

/// Holds pairs out for validation. Returns the log text about them. Throws std::invalid_argument if
/// their files would replace the text.
std::string ConfigMaker::divide(CorpusSettings& valid) {
  const std::string folder = whole_path(request_.folder) + "/text";
  const bool named = !config_.data.source_language.empty();
  const std::string source = named ? config_.data.source_language : "source",
                    target = named ? config_.data.target_language : "target";
  const auto file = [&](const std::string& part, const std::string& side) {
    return folder + "/" + part + "." + side;
  };
  const DividedFiles files{.train_source = file("train", source),
                           .train_target = file("train", target),
                           .valid_source = file("valid", source),
                           .valid_target = file("valid", target)};
  check_corpus_stays(corpus_, files, folder);
  const int64_t most = std::min(survey_.num_pairs / kPairsOfOneHeldOut, kMostHeldOut);
  const auto chosen = choose_held_out(corpus_, static_cast<size_t>(most), kSeed);
  const int64_t words = survey_.source_words / survey_.num_pairs;
  if (chosen.empty()) {
    throw std::runtime_error(
        "nothing of " + corpus_.name() + " can be held out for validation: each " + kUnfit + "; " +
        (words > kWordsOfParagraph
             ? fmt::format("a line has {} words: split the text into sentences, one a line, or ",
                           words)
             : "") +
        "name text for validation by --valid-source FILE --valid-target FILE");
  }
  make_folder(folder);
  divide_corpus(corpus_, chosen, files);
  corpus_ = {};
  corpus_.source = files.train_source;
  corpus_.target = files.train_target;
  valid.source = files.valid_source;
  valid.target = files.valid_target;
  const auto num_chosen = static_cast<int64_t>(chosen.size());
  const std::string less =
      num_chosen == most ? ""
                         : fmt::format(" instead of {} (each other {})", with_commas(most), kUnfit);
  return fmt::format("{} of them held out for validation{}, in {}/text/valid.{} and .{}",
                     with_commas(num_chosen), less, request_.folder, source, target);
}

void ConfigMaker::say_data() {
  const DataSettings& data = config_.data;
  say(fmt::format(
      "text: {} pairs{}, {} and {} words, {}; {}", with_commas(survey_.num_pairs),
      describe_long(survey_), with_commas(survey_.source_words), with_commas(survey_.target_words),
      data.source_language.empty() ? std::string("no languages in the names of the files")
                                   : data.source_language + " to " + data.target_language,
      held_out_));
}

void ConfigMaker::say_model(Preset preset) {
  const ModelSettings& model = config_.model;
  const std::string size =
      fmt::format("{} + {} layers of width {}, dropout {}", model.encoder_layers,
                  model.decoder_layers, model.width, model.dropout);
  if (!config_.train.from.empty()) {
    say(fmt::format("model and vocabulary: those of {}, {}", config_.train.from, size));
    return;
  }
  say(fmt::format("model: {} ({}), {}; {}", name_of(preset),
                  text_.preset.empty() ? "by the size of the text" : "as --preset says", size,
                  describe_vocabulary(config_.tokenizer, suggest_vocabulary_size(survey_))));
}

void ConfigMaker::say_schedule() {
  say(fmt::format("schedule: {}; {}{}", describe_length(config_, survey_, machine_),
                  describe_validation(config_.train, survey_), describe_rate(config_)));
}

void ConfigMaker::say(const std::string& line) {
  lines_.push_back(line);
  log_->info("{}", line);
}

std::string whole_path(const std::string& path) {
  return path.empty() ? "" : std::filesystem::absolute(path).lexically_normal().string();
}

std::string comment_of(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return "// " + text;
}

Preset parse_preset(const std::string& name) {
  Preset preset{};
  read_value(nlohmann::ordered_json(name), preset, any_value(), {.file = "", .path = "--preset"});
  return preset;
}

}  // namespace dragoman
