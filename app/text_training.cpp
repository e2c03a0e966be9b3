#include "app/text_training.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/config_maker.h"
#include "app/setting_flags.h"
#include "app/text_training_check.h"
#include "io/atomic_file.h"
#include "io/shell_word.h"
#include "io/text_file.h"
#include "model_folder/checkpoint_files.h"

namespace dragoman {
namespace {

namespace fs = std::filesystem;

/// Returns the options as a line, which is the first one of the configuration.
std::string describe(const TextTraining& text) {
  std::string line;
  const auto add = [&](const std::string& option, const std::string& value) {
    if (!value.empty()) line += (line.empty() ? "" : " ") + option + " " + value;
  };
  for (const auto& [option, path] : text.files()) add(option, whole_path(path));
  add("--preset", text.preset);
  return line;
}

/// Returns true if RUN has something that was trained. A run without it begins anew.
bool has_trained(const FolderPaths& paths) {
  return has_checkpoint(paths) || fs::exists(paths.weights());
}

void check_no_run(const std::string& run) {
  const FolderPaths paths(run);
  check_no_remains(paths);
  if (!has_trained(paths)) return;
  throw std::invalid_argument(run + " has a run already: continue it with `dragoman train " +
                              shell_word(run) + "`, or name another --out");
}

/// Throws unless there is one process: it makes the configuration for all.
void check_alone(const RunRequest& request) {
  if (request.place.size == 1) return;
  throw std::invalid_argument(
      "processes on several machines need a configuration: begin the run with this command in one "
      "process, in a folder that all share, stop it, and then start `dragoman train " +
      shell_word(request.folder) + "` in all");
}

/// Returns true if these options began RUN, which has trained. Throws std::invalid_argument if
/// other options did. Of processes that train together, one has made the configuration for all.
bool is_begun(const std::string& path, const std::string& asked, const RunRequest& request) {
  const FolderPaths paths(request.folder);
  const bool is_begun = fs::exists(paths.config()) && has_trained(paths);
  if (!fs::exists(path) || !(is_begun || request.place.size > 1)) return false;
  LineReader reader(path);
  std::string line;
  reader.next(line);
  if (line == comment_of(asked)) return true;
  const std::string& run = request.folder;
  throw std::invalid_argument(
      run + " was begun with other options (" + line.substr(std::min<size_t>(line.size(), 3)) +
      "): continue it with `dragoman train " + shell_word(run) + "`, or name another --out");
}

/// Returns the files of text to train on.
std::vector<std::string> files_of(const TextTraining& text) {
  std::vector<std::string> files{text.source, text.target, text.tsv};
  std::erase(files, "");
  return files;
}

std::string end_of_size(const std::string& path) { return " bytes: " + whole_path(path); }

/// Returns the comment about the size of a file, a line of the configuration.
std::string comment_of_size(const std::string& path) {
  std::error_code error;
  return comment_of(std::to_string(fs::file_size(path, error)) + end_of_size(path));
}

/// Returns true if the configuration names another size of the file, or is older than it.
bool has_changed(const std::string& path, const std::string& config) {
  if (fs::last_write_time(path) > fs::last_write_time(config)) return true;
  const std::vector<std::string> lines = read_lines(config);
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.starts_with("// ") && line.ends_with(end_of_size(path)) &&
           line != comment_of_size(path);
  });
}

/// Warns of text that changed later, since the run does not read it again.
void warn_of_changes(const TextTraining& text, const std::string& config, const Logger& log) {
  if (!text.valid_source.empty()) return;
  for (const std::string& path : files_of(text)) {
    if (fs::exists(path) && has_changed(path, config))
      log->warn(
          "{} has changed since the run was begun, but the run continues with the old text; "
          "to train on the new text, name another --out",
          path);
  }
}

}  // namespace

std::string path_of_text_config(const std::string& run) { return run + "/train.json"; }

bool estimates_vocabulary(const std::vector<std::string>& overrides) {
  return std::none_of(overrides.begin(), overrides.end(), [](const std::string& assignment) {
    return assignment.starts_with("tokenizer.vocabulary_size=");
  });
}

std::vector<TextTraining::File> TextTraining::files() const {
  std::vector<File> given{{"--source", source},
                          {"--target", target},
                          {"--tsv", tsv},
                          {"--valid-source", valid_source},
                          {"--valid-target", valid_target}};
  std::erase_if(given, [](const File& file) { return file.path.empty(); });
  return given;
}

void TextTraining::add_to(CLI::App& command) {
  const std::string group = "Without CONFIG";
  const auto add = [&](const char* name, std::string& value, const char* help) {
    return command.add_option(name, value, help)->group(group)->type_name("FILE");
  };
  add("--source", source, "text to train on, one sentence a line; plain or .gz");
  add("--target", target, "its translation, line by line");
  add("--tsv", tsv, "replaces --source and --target: lines of source<TAB>target");
  add("--valid-source", valid_source,
      "text to validate on (default: a twentieth of the pairs, 1,000 at most, is held out)");
  add("--valid-target", valid_target, "its translation");
  add("--preset", preset,
      "size of the model: tiny, small, base or big (default: by the size of the text)")
      ->type_name(value_in_help<Preset>());
}

void prepare_text_training(const TextTraining& text, int threads, RunRequest& request,
                           const Logger& log) {
  check_text_training(text, request);
  if (!text.preset.empty()) parse_preset(text.preset);
  const std::string path = path_of_text_config(request.folder);
  const std::string asked = describe(text);
  request.fits_vocabulary = estimates_vocabulary(request.overrides);
  request.resume = is_begun(path, asked, request);
  if (request.resume) {
    warn_of_changes(text, path, log);
  } else {
    check_no_run(request.folder);
    request.resume = fs::exists(FolderPaths(request.folder).config());  // of an attempt
    check_alone(request);
    check_text_files(text);
    ConfigMaker maker(text, threads, request, log);
    std::string head = comment_of(asked) + "\n";
    for (const std::string& file : files_of(text)) head += comment_of_size(file) + "\n";
    write_file_atomically(path, head + maker.make());
  }
  request.config = path;
}

}  // namespace dragoman
