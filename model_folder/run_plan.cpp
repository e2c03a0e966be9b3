#include "model_folder/run_plan.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "io/regular_file.h"
#include "io/settings_values.h"
#include "io/settings_write.h"
#include "model_folder/checkpoint_files.h"
#include "model_folder/config_checks.h"
#include "model_folder/new_run_options.h"
#include "model_folder/resume_check.h"

namespace dragoman {
namespace {

/// Returns true if the folder has a run. Throws if the request may not use the folder.
bool has_run(const RunRequest& request) {
  const bool has_run = std::filesystem::exists(FolderPaths(request.folder).config());
  if (!has_run && std::filesystem::exists(request.folder) &&
      !std::filesystem::is_directory(request.folder)) {
    throw std::invalid_argument("--out " + request.folder + " is a file: name a folder");
  }
  if (has_run && !request.resume) {
    throw std::invalid_argument(
        request.folder + " has a run already: continue it with --resume, or name another --out");
  }
  return has_run;
}

/// Throws if the run, which has a checkpoint, reads its text from stdin.
void check_not_stdin(const Config& config, const FolderPaths& paths) {
  const std::vector<CorpusSettings>& corpora = config.data.train;
  if (corpora.empty() || !corpora.front().is_stdin()) return;
  throw std::invalid_argument(
      paths.folder +
      " has a run already, and data.train.0 is read from stdin, which does not give the same text "
      "again: train on the text that comes next in a new run, by " +
      new_run_options(paths));
}

/// Throws if the run would begin anew and replace the weights that the folder has.
void check_no_weights(const FolderPaths& paths) {
  if (!std::filesystem::exists(paths.weights())) return;
  throw std::invalid_argument(paths.folder +
                              " has a model, but no checkpoints to continue its training from: "
                              "train on from the model in another folder, by " +
                              new_run_options(paths));
}

/// Lists the settings of a section that are neither its defaults nor those that replaced them.
template <class Section>
void list_replaced(const std::string& prefix, const Section& wanted, const Section& replaced,
                   std::string& list) {
  const nlohmann::ordered_json values = write_settings(wanted), now = write_settings(replaced),
                               by_default = write_settings(Section{});
  for (const auto& [key, value] : values.items()) {
    if (value == by_default.at(key) || value == now.at(key)) continue;
    list += (list.empty() ? "" : ", ") + prefix + key + "=" + value.dump();
  }
}

/// Warns if the model of train.from was trained with placeholders, and the run is without them.
void warn_of_placeholders(const Config& config, const Logger& log) {
  const double before = read_folder_settings(config.train.from).data.placeholders;
  if (before == 0 || config.data.placeholders > 0) return;
  const std::string share = write_value(before).dump();
  log->warn(
      "data.placeholders is 0, but train.from={} was trained with {}: the new model will not use "
      "placeholders, as for `translate --protect`; to keep them, add --set data.placeholders={}",
      config.train.from, share, share);
}

/// Warns if the factor of the paper's rate is as small as the peaks of the other schedules.
void warn_of_paper_rate(const TrainSettings& train, const Logger& log) {
  constexpr double kLeastFactor = 0.05;
  if (train.schedule != ScheduleType::kPaper || train.learning_rate >= kLeastFactor) return;
  log->warn(
      "train.schedule paper multiplies the paper's rate by train.learning_rate, which is {}; for "
      "the paper's rate, add --set train.learning_rate=1",
      write_value(train.learning_rate).dump());
}

/// Warns if a language model's context is longer than the blocks of the stream that it learns from.
void warn_of_untrained_positions(const Config& config, const Logger& log) {
  const bool is_stream = config.data.layout == TextLayout::kStream && config.train.from.empty();
  if (!is_stream || config.model.max_length <= config.data.max_length) return;
  log->warn(
      "model.max_length is {}, but the blocks of the stream have data.max_length={} tokens: later "
      "positions are not trained, so that texts become nonsense there; set both to the same",
      config.model.max_length, config.data.max_length);
}

/// Throws if the rate would fall during a warm-up. Runs that earlier versions began may have that.
void check_initial_rate(const TrainSettings& train) {
  const bool has_rise = train.schedule != ScheduleType::kPaper && train.warmup > 1;
  const double most = std::max(train.learning_rate, TrainSettings().initial_rate);
  demand(!has_rise || train.initial_rate <= most,
         "train.initial_rate is " + write_value(train.initial_rate).dump() +
             ", more than train.learning_rate (" + write_value(train.learning_rate).dump() +
             "), so that the rate would fall during the warm-up; lower it");
}

/// Gives the configuration the model and tokenizer of `from`. Warns if it had others.
void replace_model(Config& config, const FolderPaths& from, const std::string& name,
                   const Logger& log) {
  const Config wanted = config;
  adopt_model(config, from);
  std::string replaced;
  list_replaced("model.", wanted.model, config.model, replaced);
  list_replaced("tokenizer.", wanted.tokenizer, config.tokenizer, replaced);
  if (!replaced.empty())
    log->warn("model and tokenizer are those of {}, without {}", name + from.folder, replaced);
}

/// Takes model and tokenizer from the folder that train.from names.
void begin_from(Config& config, const Logger& log) {
  const FolderPaths from(config.train.from);
  replace_model(config, from, "train.from=", log);
  warn_of_placeholders(config, log);
  const TokenizerFiles files(from, config.tokenizer);
  config.tokenizer.model = files.source_model;
  if (!config.tokenizer.shared) config.tokenizer.target_model = files.target_model;
}

/// Returns true if the request names the configuration of its own run, which has the run's model.
bool names_own_config(const RunRequest& request) {
  return is_same_file(request.config, FolderPaths(request.folder).config());
}

Config resolve(Config config, const RunRequest& request, bool has_checkpoint, const Logger& log) {
  if (!config.train.from.empty()) {
    if (!has_checkpoint) {
      begin_from(config, log);
    } else if (!names_own_config(request)) {
      replace_model(config, FolderPaths(request.folder), "", log);
    }
    check_config(config);
    check_guidance(config);
  }
  if (config.data.train.empty()) {
    throw std::invalid_argument(
        request.config +
        " names no data.train: add it there, or add --set data.train.0.source=FILE "
        "--set data.train.0.target=FILE");
  }
  return config;
}

}  // namespace

void check_no_remains(const FolderPaths& paths) {
  if (std::filesystem::exists(paths.config())) return;
  if (!std::filesystem::exists(paths.weights()) && !has_checkpoint(paths)) return;
  throw std::invalid_argument(paths.folder +
                              " has a model or checkpoints, but no config.json, which says how "
                              "they were trained: restore it, or name another --out");
}

void adopt_model(Config& config, const FolderPaths& from) {
  const FolderSettings settings = read_folder_settings(from.folder);
  if (settings.is_packed()) {
    throw std::invalid_argument("train.from is " + from.folder +
                                ", which is packed for int8; name the folder that it was packed "
                                "from");
  }
  const ModelSettings wanted = config.model;
  if (wanted.is_language_model() && !settings.model.is_language_model()) {
    throw std::invalid_argument(
        "train.from is " + from.folder +
        ", a translator, but model.architecture is language-model; name a language model's folder, "
        "or leave train.from out");
  }
  config.model = settings.model;
  config.model.dropout = wanted.dropout;
  config.model.attention_dropout = wanted.attention_dropout;
  config.model.feed_forward_dropout = wanted.feed_forward_dropout;
  if (wanted.alignment_heads > 0) {
    config.model.alignment_heads = wanted.alignment_heads;
    config.model.alignment_layer = wanted.alignment_layer;
    config.model.alignment_step = wanted.alignment_step;
  }
  config.tokenizer = settings.tokenizer;
}

/// Returns true if the settings that choose the weights of model.safetensors differ.
bool choose_otherwise(const TrainSettings& one, const TrainSettings& other) {
  return one.keep != other.keep || one.keep_checkpoints != other.keep_checkpoints ||
         one.keep_best != other.keep_best || one.best != other.best;
}

RunPlan plan_run(const RunRequest& request, const Logger& log) {
  RunPlan plan{.request = request,
               .paths = FolderPaths(request.folder),
               .requested = load_config(request.config, request.overrides, request.folder),
               .config = {}};
  if (request.place.rank > 0) return plan;
  check_no_remains(plan.paths);
  plan.has_checkpoint = has_checkpoint(plan.paths);
  if (plan.has_checkpoint) check_not_stdin(plan.requested, plan.paths);
  const bool is_resumed = has_run(request);
  if (!plan.has_checkpoint) check_no_weights(plan.paths);
  plan.config = resolve(plan.requested, request, plan.has_checkpoint, log);
  if (!plan.has_checkpoint) {
    check_initial_rate(plan.config.train);
    warn_of_paper_rate(plan.config.train, log);
    warn_of_untrained_positions(plan.config, log);
  }
  if (!is_resumed) return plan;
  const Config begun = read_run_config(request.folder);
  if (plan.has_checkpoint) {
    TrainProducts& products = plan.config.train.products;
    if (products == TrainProducts::kAuto) products = begun.train.products;
    check_resumable(request.folder, begun, plan.config, request.force, log);
    plan.chooses_weights = choose_otherwise(begun.train, plan.config.train);
  } else {
    plan.begins_anew = true;
  }
  return plan;
}

}  // namespace dragoman
