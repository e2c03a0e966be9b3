#include "model_folder/resume_check.h"

#include <fnmatch.h>

#include <algorithm>
#include <stdexcept>

#include "io/settings_file.h"
#include "io/settings_read.h"
#include "io/settings_write.h"
#include "model_folder/model_folder.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

/// Keys that say when training ends, what is written, and where the text lies. That the text is the
/// same is checked by its content.
constexpr const char* kHarmless[] = {"search.*",
                                     "data.source_language",
                                     "data.target_language",
                                     "data.train.*.source",
                                     "data.train.*.target",
                                     "data.train.*.tsv",
                                     "data.valid.source",
                                     "data.valid.target",
                                     "data.valid.tsv",
                                     "train.updates",
                                     "train.epochs",
                                     "train.patience",
                                     "train.report_every",
                                     "train.validate_every",
                                     "train.validate_beam",
                                     "train.samples",
                                     "train.checkpoint_every",
                                     "train.save_minutes",
                                     "train.skip_limit",
                                     "train.rollback_limit",
                                     "train.keep_checkpoints",
                                     "train.keep_best",
                                     "train.keep",
                                     "train.tensorboard"};

/// A key, and its two values.
struct Difference {
  std::string key;
  std::string text;
};

void compare(const std::string& key, const Json& old, const Json& now,
             std::vector<Difference>& differences) {
  if (old == now) return;
  const bool have_parts = old.is_structured() && now.is_structured() && old.size() == now.size();
  if (!have_parts) {
    differences.push_back({key, key + " was " + old.dump() + ", is " + now.dump()});
    return;
  }
  const std::string prefix = key.empty() ? "" : key + ".";
  for (auto a = old.begin(), b = now.begin(); a != old.end(); ++a, ++b) {
    const std::string name =
        old.is_object() ? a.key() : std::to_string(std::distance(old.begin(), a));
    compare(prefix + name, *a, *b, differences);
  }
}

bool is_harmless(const Difference& difference, const Config& config) {
  // Their rate depends on how many updates there will be.
  const bool needs_end = config.train.schedule == ScheduleType::kLinear ||
                         config.train.schedule == ScheduleType::kCosine;
  if (needs_end && difference.key == "train.updates") return false;
  return std::any_of(std::begin(kHarmless), std::end(kHarmless), [&](const char* pattern) {
    return ::fnmatch(pattern, difference.key.c_str(), 0) == 0;
  });
}

/// What checkpoints have no tensors for when it changes.
bool is_of_tensors(const Difference& difference) {
  const std::string& key = difference.key;
  return key.starts_with("model.") || key.starts_with("tokenizer.") ||
         key.starts_with("train.freeze") || key == "train.moving_average";
}

std::string list(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& difference : differences)
    text += (text.empty() ? "" : "; ") + difference.text;
  return text;
}

}  // namespace

void check_resumable(const std::string& folder, const Config& config, bool force,
                     const Logger& log) {
  const std::string path = FolderPaths(folder).config();
  Config old;
  read_settings(parse_settings_file(path), old, {path});
  std::vector<Difference> differences;
  compare("", write_settings(old), write_settings(config), differences);
  const auto tensors_end =
      std::stable_partition(differences.begin(), differences.end(), is_of_tensors);
  const std::vector<Difference> of_tensors(differences.begin(), tensors_end);
  differences.erase(differences.begin(), tensors_end);
  if (!of_tensors.empty()) {
    throw std::invalid_argument(list(of_tensors) + " (in " + path +
                                "): its checkpoints do not fit that; resume with the configuration "
                                "the run began with, or train into another folder, with train.from "
                                "to take its weights");
  }
  const auto harmful_end =
      std::stable_partition(differences.begin(), differences.end(),
                            [&](const Difference& one) { return !is_harmless(one, config); });
  const std::vector<Difference> harmful(differences.begin(), harmful_end);
  if (!harmful.empty() && !force) {
    throw std::invalid_argument(list(harmful) + " (in " + path +
                                "): the run would not be what either configuration gives; resume "
                                "with the one it began with, or take the new one by --force");
  }
  if (!differences.empty()) log->info("changed since the run began: {}", list(differences));
}

}  // namespace dragoman
