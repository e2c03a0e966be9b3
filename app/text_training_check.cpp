#include "app/text_training_check.h"

#include <filesystem>
#include <stdexcept>

#include "app/config_maker.h"
#include "app/distinct_paths.h"
#include "data/file_languages.h"
#include "io/descriptor.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

namespace fs = std::filesystem;

void check_file(const std::string& option, const std::string& path) {
  if (path == "-") {
    throw std::invalid_argument(option +
                                " is standard input, which can be read once only; save it "
                                "to a file and name that");
  }
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) {
    throw std::invalid_argument(option + " " + path + " is a folder; name a file in it, as " +
                                path + "/train.en");
  }
  if (!fs::exists(status)) open_for_reading(path);  // says why not
  if (!fs::is_regular_file(status)) {
    throw std::invalid_argument(option + " " + path +
                                " is no regular file, and can be read once only; save it to a file "
                                "and name that");
  }
}

/// Advice for a single text.
constexpr const char* kOfOneText =
    "; one text is for a language model, which is trained by a configuration, as "
    "configs/language_model.json";

void check_sides(const std::string& source, const std::string& target, const std::string& prefix,
                 const std::string& advice) {
  const std::string have = prefix + (source.empty() ? "target" : "source");
  const std::string lack = prefix + (source.empty() ? "source" : "target");
  if (source.empty() != target.empty()) {
    throw std::invalid_argument(have + " needs " + lack + " beside it: add " + lack +
                                " FILE, of as many lines" + advice);
  }
  if (!source.empty() && source == target) {
    throw std::invalid_argument(prefix + "source and " + prefix + "target are both " + source +
                                ": name the text and its translation");
  }
}

/// If file names tell languages, validation text must be in the languages of the training text.
void check_languages(const std::string& option, const std::string& path, const std::string& other,
                     const std::string& text) {
  const auto language = language_of_file(path), wanted = language_of_file(text);
  if (path.empty() || !language || !wanted || *language == *wanted) return;
  throw std::invalid_argument(option + " " + path + " has " + *language +
                              " by its name, but the text to train on " + *wanted + " (" + text +
                              "): name that language's text, or swap " + option + " and " + other);
}

/// The configuration names the file or folder by its whole path, in JSON.
void check_utf8(const std::string& option, const std::string& path) {
  if (is_valid_utf8(whole_path(path))) return;
  throw std::invalid_argument(option + " is at '" + replace_invalid_utf8(whole_path(path)) +
                              "', which is not UTF-8 and cannot be written into a configuration: "
                              "name a path in UTF-8");
}

}  // namespace

void check_text_training(const TextTraining& text, const RunRequest& request) {
  if (!request.config.empty()) {
    throw std::invalid_argument(
        request.config +
        " and --source, --target, --tsv or --preset do not go together: with a "
        "configuration name text by --set data.train.0.source=FILE --set "
        "data.train.0.target=FILE, or leave the configuration out");
  }
  if (!text.any()) {
    throw std::invalid_argument(
        "there is no text to train on: add --source FILE --target FILE, one sentence a line");
  }
  if (!text.tsv.empty() && (!text.source.empty() || !text.target.empty())) {
    throw std::invalid_argument("--tsv has both sides: leave --source and --target out");
  }
  check_sides(text.source, text.target, "--", kOfOneText);
  check_sides(text.valid_source, text.valid_target, "--valid-", "");
  check_languages("--valid-source", text.valid_source, "--valid-target", text.source);
  check_languages("--valid-target", text.valid_target, "--valid-source", text.target);
  check_utf8("--out", request.folder);
  for (const auto& [option, path] : text.files()) {
    check_utf8(option, path);
    check_inputs_stay({path}, {request.reports});
  }
}

void check_text_files(const TextTraining& text) {
  for (const auto& [option, path] : text.files()) check_file(option, path);
}

}  // namespace dragoman
