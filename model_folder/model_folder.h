#pragma once

#include <memory>
#include <set>
#include <string>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "data/data_settings.h"
#include "search/search_settings.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

#define DRAGOMAN_FOLDER_SETTINGS(FIELD)                                                \
  FIELD(int64_t, format, 1, between(1, 2), "1: trained weights. 2: packed for int8.")  \
  FIELD(DataSettings, data, {}, any_value(), "The text; its languages are labels.")    \
  FIELD(TokenizerSettings, tokenizer, {}, any_value(), "How raw text becomes tokens.") \
  FIELD(ModelSettings, model, {}, any_value(), "The shape of the Transformer.")        \
  FIELD(SearchSettings, search, {}, any_value(), "How translations are looked for.")

/// The format of folders whose weights are packed for int8; that of trained ones is 1.
constexpr int64_t kPackedFormat = 2;

/// What translating needs of RUN/config.json.
struct FolderSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_FOLDER_SETTINGS)
  /// By `dragoman pack --precision int8`.
  bool is_packed() const { return format == kPackedFormat; }
};

/// Names of the files of a model folder.
struct FolderPaths {
  explicit FolderPaths(std::string run) : folder(std::move(run)) {}
  std::string config() const { return folder + "/config.json"; }
  std::string weights() const { return folder + "/model.safetensors"; }
  std::string tokenizer() const { return folder + "/tokenizer.model"; }
  std::string source_tokenizer() const { return folder + "/tokenizer.source.model"; }
  std::string target_tokenizer() const { return folder + "/tokenizer.target.model"; }
  std::string vocabulary() const { return folder + "/vocabulary.json"; }
  std::string source_vocabulary() const { return folder + "/vocabulary.source.json"; }
  std::string target_vocabulary() const { return folder + "/vocabulary.target.json"; }
  std::string checkpoints() const { return folder + "/checkpoints"; }
  std::string cache() const { return folder + "/cache"; }

  std::string folder;
};

/// Which files of a model folder its tokenizers are; "" for a vocabulary that is the model's own.
struct TokenizerFiles {
  TokenizerFiles(const FolderPaths& paths, const TokenizerSettings& settings);
  /// Each of them once.
  std::set<std::string> all() const;

  std::string source_model, target_model;
  std::string source_vocabulary, target_vocabulary;
};

/// The tokenizers of both languages; one object where they share a vocabulary.
struct Tokenizers {
  std::shared_ptr<const Tokenizer> source;
  std::shared_ptr<const Tokenizer> target;

  VocabularySizes sizes() const { return {source->vocabulary_size(), target->vocabulary_size()}; }
};

/// Opens the tokenizers that a model folder holds.
Tokenizers load_tokenizers(const FolderPaths& paths, const TokenizerSettings& settings);

/// A hash of what a folder's tokenizers are made of: equal for equal vocabularies.
uint64_t vocabulary_fingerprint(const FolderPaths& paths, const TokenizerSettings& settings);

/// A model folder, opened for translating: all that it takes, and nothing of training's, but for
/// the weights, which are read into what computes with them.
struct ModelFolder {
  FolderPaths paths;
  FolderSettings settings;
  Tokenizers tokenizers;
};

/// Reads RUN/config.json. Throws std::runtime_error saying so if `folder` is no model folder.
FolderSettings read_folder_settings(const std::string& folder);

/// Opens RUN. Throws std::runtime_error naming the file that is missing or damaged.
ModelFolder open_model_folder(const std::string& folder);

}  // namespace dragoman
