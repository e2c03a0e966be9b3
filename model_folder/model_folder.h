#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
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
  FIELD(SearchSettings, search, {}, any_value(), "How translations are searched for.")

/// Format of folders with weights packed for int8. Folders of `train` have format 1.
constexpr int64_t kPackedFormat = 2;

/// Settings in RUN/config.json that translating needs.
struct FolderSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_FOLDER_SETTINGS)
  /// Returns true for a folder of `dragoman pack --precision int8`.
  bool is_packed() const { return format == kPackedFormat; }
};

/// Paths of the files of a model folder.
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

/// Paths of a model folder's tokenizer files. A vocabulary is "" if the SentencePiece model has it.
struct TokenizerFiles {
  TokenizerFiles(const FolderPaths& paths, const TokenizerSettings& settings);
  /// Returns each path once.
  std::set<std::string> all() const;

  std::string source_model, target_model;
  std::string source_vocabulary, target_vocabulary;
};

/// Tokenizers of both languages; the same object if the languages share one.
struct Tokenizers {
  std::shared_ptr<const Tokenizer> source;
  std::shared_ptr<const Tokenizer> target;

  VocabularySizes sizes() const { return {source->vocabulary_size(), target->vocabulary_size()}; }
};

/// Opens the tokenizers of a model folder.
Tokenizers load_tokenizers(const FolderPaths& paths, const TokenizerSettings& settings);

/// Returns a hash of the tokenizer files: equal for equal vocabularies.
uint64_t vocabulary_fingerprint(const FolderPaths& paths, const TokenizerSettings& settings);

/// A model folder that is open for translating. It has no weights: the model that computes reads
/// them.
struct ModelFolder {
  FolderPaths paths;
  FolderSettings settings;
  Tokenizers tokenizers;
};

/// Throws std::runtime_error if `file`, read from `path`, is a configuration of a later version or
/// of transformers.
void check_maker(const nlohmann::ordered_json& file, const std::string& path);

/// Reads RUN/config.json. Throws std::runtime_error if `folder` is no model folder, or its settings
/// contradict each other.
FolderSettings read_folder_settings(const std::string& folder);

/// Opens RUN. Throws std::runtime_error naming the file that is missing or damaged.
ModelFolder open_model_folder(const std::string& folder);

}  // namespace dragoman
