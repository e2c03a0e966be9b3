#include "model_folder/resume_check.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "io/atomic_file.h"
#include "io/regular_file.h"
#include "io/settings_file.h"
#include "io/settings_read.h"
#include "io/settings_write.h"
#include "io/shell_word.h"
#include "model_folder/former_keys.h"
#include "model_folder/model_folder.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

/// A setting with its old and new value.
struct Difference {
  std::string key;
  std::string text;
  bool is_resumable;
};

/// Adds the differences between the old value and `field`. `is_resumable`: a resumed run may have
/// another value.
template <class Field>
void compare(const std::string& key, const Json& old, const Field& field, bool is_resumable,
             std::vector<Difference>& differences) {
  const Json now = write_value(field);
  if (old == now) return;
  if constexpr (SettingsSection<Field>) {
    const std::string prefix = key.empty() ? "" : key + ".";
    Field::visit_fields(field, [&](const char* name, const auto& inner, const Range& range,
                                   const char*) {
      compare(prefix + name, old.at(name), inner, is_resumable || range.is_resumable, differences);
    });
    return;
  }
  if constexpr (SettingsList<Field>) {
    for (size_t i = 0; old.size() == now.size() && i < field.size(); ++i)
      compare(key + "." + std::to_string(i), old.at(i), field[i], is_resumable, differences);
    if (old.size() == now.size()) return;
  }
  differences.push_back({key, key + " was " + old.dump() + ", is " + now.dump(), is_resumable});
}

/// True if the setting is the end that the rate falls to.
bool is_end_of_rate(const Difference& difference, const Config& config) {
  return config.train.falls_to_end() && difference.key == "train.updates";
}

bool is_harmless(const Difference& difference, const Config& config) {
  // Their changes of the text follow the languages.
  const DataSettings& data = config.data;
  const bool needs_languages =
      data.augment.any() || (data.terms.any() && !data.terms.lemmas.empty());
  const std::string& key = difference.key;
  const bool is_language = key == "data.source_language" || key == "data.target_language";
  const bool is_unused = key == "train.final_rate" && !config.train.falls_to_end();
  return is_unused || (difference.is_resumable && !is_end_of_rate(difference, config) &&
                       !(needs_languages && is_language));
}

/// Returns true if the tensors of checkpoints do not fit another value of the setting.
bool is_of_tensors(const Difference& difference) {
  const std::string& key = difference.key;
  return key.starts_with("model.") || key.starts_with("tokenizer.") ||
         key.starts_with("train.freeze") || key == "train.moving_average";
}

bool has_bytes_of(const std::string& path, const std::string& other) {
  return is_regular_file(path) && is_regular_file(other) && read_file(path) == read_file(other);
}

/// Returns true if the setting names the tokenizer that the run has a copy of, at another place.
bool names_same_tokenizer(const Difference& difference, const FolderPaths& paths,
                          const TokenizerSettings& tokenizer) {
  const TokenizerFiles own(paths, tokenizer);
  const std::string& key = difference.key;
  if (key == "tokenizer.model") return has_bytes_of(tokenizer.model, own.source_model);
  if (key == "tokenizer.target_model")
    return has_bytes_of(tokenizer.target_model, own.target_model);
  if (key != "tokenizer.from" || tokenizer.from.empty()) return false;
  const TokenizerFiles named(FolderPaths(tokenizer.from), tokenizer);
  return has_bytes_of(named.source_model, own.source_model) &&
         has_bytes_of(named.target_model, own.target_model);
}

std::string list(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& difference : differences)
    text += (text.empty() ? "" : "; ") + difference.text;
  return text;
}

}  // namespace

Config read_run_config(const std::string& folder) {
  const std::string path = FolderPaths(folder).config();
  Config begun;
  begun.train.products = TrainProducts::kLibtorch;  // where an earlier version names none
  Json file = parse_settings_file(path);
  adopt_former_keys(file, {}, {path});
  read_settings(file, begun, {path});
  return begun;
}

void check_resumable(const std::string& folder, const Config& begun, const Config& config,
                     bool force, const Logger& log) {
  const std::string path = FolderPaths(folder).config();
  const std::string advice =
      "resume with `dragoman train " + shell_word(folder) + "`, as it was last continued, or ";
  std::vector<Difference> differences;
  compare("", write_settings(begun), config, false, differences);
  std::erase_if(differences, [&](const Difference& one) {
    return names_same_tokenizer(one, FolderPaths(folder), config.tokenizer);
  });
  std::vector<Difference> of_tensors;
  std::ranges::copy_if(differences, std::back_inserter(of_tensors), is_of_tensors);
  if (!of_tensors.empty()) {
    throw std::invalid_argument(list(of_tensors) + " (in " + path +
                                "): its checkpoints do not fit this; " + advice +
                                "train into another folder, with train.from to take its weights");
  }
  const auto harmful_end =
      std::stable_partition(differences.begin(), differences.end(),
                            [&](const Difference& one) { return !is_harmless(one, config); });
  const std::vector<Difference> harmful(differences.begin(), harmful_end);
  if (!harmful.empty() && !force) {
    const bool moves_end = std::any_of(harmful.begin(), harmful.end(), [&](const Difference& one) {
      return is_end_of_rate(one, config);
    });
    const std::string reason = moves_end ? "train.schedule is " + name_of(config.train.schedule) +
                                               ", whose rate falls until train.updates, so "
                                         : "";
    throw std::invalid_argument(list(harmful) + " (in " + path + "): " + reason +
                                "the run would be that of neither configuration; " + advice +
                                "take the new settings by --force");
  }
  if (!differences.empty())
    log->info("changed since the run was last continued: {}", list(differences));
  if (config.train.fit_memory > 0 && config.train.fit_memory != begun.train.fit_memory)
    log->warn("train.fit_memory is too late: the run keeps its number of parts");
}

}  // namespace dragoman
