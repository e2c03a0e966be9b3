#include "model_folder/model_folder.h"

#include <filesystem>
#include <stdexcept>

#include "io/content_hash.h"
#include "io/file_not_found.h"
#include "io/settings_file.h"
#include "io/settings_read.h"

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

FolderSettings read_folder_settings(const std::string& folder) {
  const FolderPaths paths(folder);
  if (!std::filesystem::is_regular_file(paths.config())) {
    throw FileNotFound(
        folder + " is not a model folder: it has no config.json; name the RUN of `dragoman train`");
  }
  FolderSettings settings;
  read_settings(parse_settings_file(paths.config()), settings,
                {.file = paths.config(), .ignored = {"train"}});
  return settings;
}

ModelFolder open_model_folder(const std::string& folder) {
  const FolderPaths paths(folder);
  const FolderSettings settings = read_folder_settings(folder);
  if (!std::filesystem::exists(paths.weights())) {
    throw FileNotFound(
        folder +
        " has no model.safetensors yet: its training has not reached its first checkpoint");
  }
  return {paths, settings, load_tokenizers(paths, settings.tokenizer)};
}

}  // namespace dragoman
