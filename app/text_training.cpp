#include "app/text_training.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/config_maker.h"
#include "app/text_training_check.h"
#include "io/atomic_file.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

namespace fs = std::filesystem;

std::string path_of_config(const std::string& run) { return run + "/train.json"; }

/// What was asked for, which stands in the configuration's head.
std::string describe(const TextTraining& text) {
  std::string line;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) line += std::string(line.empty() ? "" : " ") + option + " " + value;
  };
  add("--source", whole_path(text.source));
  add("--target", whole_path(text.target));
  add("--tsv", whole_path(text.tsv));
  add("--valid-source", whole_path(text.valid_source));
  add("--valid-target", whole_path(text.valid_target));
  add("--preset", text.preset);
  return line;
}

void check_no_run(const std::string& run) {
  if (!fs::exists(FolderPaths(run).config())) return;
  throw std::invalid_argument(run + " has a run already: go on with it by `dragoman train " + run +
                              "`, or name another --out");
}

/// One process chooses for all.
void check_alone(const RunRequest& request) {
  if (request.place.size == 1) return;
  throw std::invalid_argument(
      "processes of several machines train by a configuration: begin the run by this command in "
      "one "
      "process, stop it, and let all go on by `dragoman train " +
      request.folder + "`");
}

/// Whether RUN was begun by these very options. Throws std::invalid_argument if by others. Of
/// processes that train together one has made the configuration for all.
bool is_begun(const std::string& path, const std::string& asked, const RunRequest& request) {
  const bool has_trained = fs::exists(FolderPaths(request.folder).config());
  if (!fs::exists(path) || !(has_trained || request.place.size > 1)) return false;
  LineReader reader(path);
  std::string line;
  reader.next(line);
  if (line == "// " + asked) return true;
  const std::string& run = request.folder;
  throw std::invalid_argument(
      run + " was begun by other options (" + line.substr(std::min<size_t>(line.size(), 3)) +
      "): go on with it by `dragoman train " + run + "`, or name another --out");
}

/// Text that changed later is not read again.
void warn_of_changes(const TextTraining& text, const std::string& config, const Logger& log) {
  std::error_code error;
  const auto begun = fs::last_write_time(config, error);
  for (const std::string& path : {text.source, text.target, text.tsv}) {
    if (path.empty() || !text.valid_source.empty()) continue;
    const auto changed = fs::last_write_time(path, error);
    if (!error && changed > begun)
      log->warn(
          "{} has changed since the run was begun, which goes on with the text as it was; "
          "for the new one name another --out",
          path);
  }
}

}  // namespace

void TextTraining::add_to(CLI::App& command) {
  const std::string group = "Without CONFIG";
  const auto add = [&](const char* name, std::string& value, const char* help) {
    return command.add_option(name, value, help)->group(group)->type_name("FILE");
  };
  add("--source", source, "text to train on, one sentence a line; plain or .gz");
  add("--target", target, "its translation, line by line");
  add("--tsv", tsv, "in place of both: lines of source<TAB>target");
  add("--valid-source", valid_source,
      "text to validate on (default: a twentieth of the pairs, 1,000 at most, is held out)");
  add("--valid-target", valid_target, "its translation");
  add("--preset", preset, "size of the model: tiny, small, base or big (default: by the text's)")
      ->type_name("NAME");
}

void prepare_text_training(const TextTraining& text, int threads, RunRequest& request,
                           const Logger& log) {
  check_text_training(text, request);
  if (!text.preset.empty()) parse_preset(text.preset);
  const std::string path = path_of_config(request.folder);
  const std::string asked = describe(text);
  request.resume = is_begun(path, asked, request);
  if (request.resume) {
    warn_of_changes(text, path, log);
  } else {
    check_no_run(request.folder);
    check_alone(request);
    const std::string config = ConfigMaker(text, threads, request, log).make();
    write_file_atomically(path, "// " + asked + "\n" + config);
  }
  request.config = path;
}

}  // namespace dragoman
