#include "model_folder/model_folder.h"

#include <filesystem>
#include <stdexcept>

#include "io/content_hash.h"
#include "io/file_not_found.h"
#include "io/settings_file.h"
#include "io/settings_read.h"
#include "io/shell_word.h"
#include "model_folder/checkpoint_files.h"
#include "model_folder/model_check.h"

namespace dragoman {

TokenizerFiles::TokenizerFiles(const FolderPaths& paths, const TokenizerSettings& settings) {
  source_model = settings.shared ? paths.tokenizer() : paths.source_tokenizer();
  target_model = settings.shared ? paths.tokenizer() : paths.target_tokenizer();
  if (settings.vocabulary == VocabularyKind::kShared)
    source_vocabulary = target_vocabulary = paths.vocabulary();
  if (settings.vocabulary == VocabularyKind::kSeparate) {
    source_vocabulary = paths.source_vocabulary();
    target_vocabulary = paths.target_vocabulary();
  }
}

std::set<std::string> TokenizerFiles::all() const {
  std::set<std::string> files{source_model, target_model, source_vocabulary, target_vocabulary};
  files.erase("");
  return files;
}

Tokenizers load_tokenizers(const FolderPaths& paths, const TokenizerSettings& settings) {
  const TokenizerFiles files(paths, settings);
  const auto load = [&](const std::string& model, const std::string& vocabulary) {
    return std::make_shared<const Tokenizer>(model, settings.lowercase, vocabulary);
  };
  const auto source = load(files.source_model, files.source_vocabulary);
  if (settings.shared) return {source, source};
  return {source, load(files.target_model, files.target_vocabulary)};
}

uint64_t vocabulary_fingerprint(const FolderPaths& paths, const TokenizerSettings& settings) {
  ContentHash hash;
  for (const std::string& file : TokenizerFiles(paths, settings).all()) hash.add_file(file);
  return hash.value();
}

namespace {

/// Says what `folder`, which has no config.json, is instead, and what to do.
std::string advice_on_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  const std::string parent = fs::path(folder).parent_path();
  const std::string name_run = "name the RUN of `dragoman train`";
  if (fs::is_regular_file(folder)) {
    return "it is a file; " + name_run + ", and text after it by --input " + folder +
           " (or --source, where a command scores)";
  }
  if (!fs::exists(folder)) return "there is no such folder; " + name_run + ", as `ls` shows it";
  if (fs::is_regular_file(FolderPaths(parent).config()))
    return "it has no config.json; " + name_run + ", which is " + parent;
  return "it has no config.json; " + name_run;
}

FolderSettings read_config(const std::string& path) {
  FolderSettings settings;
  const nlohmann::ordered_json file = parse_settings_file(path);
  check_maker(file, path);
  read_settings(file, settings, {.file = path, .ignored = {"train"}});
  try {
    check_model(settings.model);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(error.what()) + " (" + path + ")");
  }
  return settings;
}

/// One matrix for both languages has a row for each token of either.
void check_sizes(const ModelFolder& model) {
  const VocabularySizes sizes = model.tokenizers.sizes();
  if (model.settings.model.shared_embeddings != SharedEmbeddings::kAll ||
      sizes.source == sizes.target)
    return;
  throw std::runtime_error(
      model.paths.config() + ": model.shared_embeddings is all, but the source has " +
      std::to_string(sizes.source) + " tokens and the target " + std::to_string(sizes.target) +
      "; copy the whole folder again, as it was made");
}

}  // namespace

void check_maker(const nlohmann::ordered_json& file, const std::string& path) {
  if (!file.is_object()) return;
  if (file.contains("model_type"))
    throw std::runtime_error(path +
                             " is of a folder of Hugging Face transformers; make a model folder "
                             "of it by `dragoman import FOLDER --out RUN`");
  if (!file.contains("format")) return;
  const nlohmann::ordered_json& format = file["format"];
  if (!format.is_number_integer() || format <= kPackedFormat) return;
  throw std::runtime_error(path + " has format " + format.dump() + ", and this version (" +
                           DRAGOMAN_VERSION + ") knows those up to " +
                           std::to_string(kPackedFormat) +
                           ": a later version made the folder; install that one");
}

FolderSettings read_folder_settings(const std::string& folder) {
  if (folder.empty())
    throw std::invalid_argument("the path of the model folder is empty: name a folder");
  const FolderPaths paths(folder);
  if (!std::filesystem::is_regular_file(paths.config())) {
    throw FileNotFound(folder + " is not a model folder: " + advice_on_folder(folder));
  }
  try {
    return read_config(paths.config());
  } catch (const std::invalid_argument& error) {  // of the folder, not of the caller
    const std::string message = error.what();
    const bool may_be_later = message.starts_with("unknown key");
    throw std::runtime_error(
        (may_be_later ? folder + " may be of a later version: " : std::string()) + message);
  }
}

ModelFolder open_model_folder(const std::string& folder) {
  const FolderPaths paths(folder);
  const FolderSettings settings = read_folder_settings(folder);
  if (!std::filesystem::exists(paths.weights())) {
    const bool has_checkpoints = !checkpoint_weights(paths).empty();
    throw FileNotFound(
        folder +
        (has_checkpoints
             ? " has no model.safetensors, but checkpoints; make it by `dragoman average " +
                   shell_word(folder) + " --last 1`"
             : " has no model.safetensors yet: its training has not reached its first checkpoint"));
  }
  ModelFolder model{paths, settings, load_tokenizers(paths, settings.tokenizer)};
  check_sizes(model);
  return model;
}

}  // namespace dragoman
