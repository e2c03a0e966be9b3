#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "io/settings_write.h"
#include "model/weights_file.h"
#include "search/model_folder.h"
#include "serve/served_model.h"
#include "small_models.h"
#include "temporary_folder.h"
#include "tokenizer/tokenizer.h"
#include "written_file.h"

// Model folders with random weights, made once in a test program.
namespace dragoman {

/// Makes the folder `run`: a model of the letters a to h and the space. What it says means nothing,
/// but is different for different texts.
inline void write_tiny_model(const std::string& run, Architecture architecture, uint64_t seed = 1) {
  std::filesystem::create_directories(run);
  FolderSettings settings;
  settings.data.source_language = architecture == Architecture::kTranslator ? "en" : "";
  settings.data.target_language = "de";
  settings.tokenizer.type = TokenizerType::kChar;
  settings.tokenizer.vocabulary_size = 12;
  settings.tokenizer.character_coverage = 1;
  settings.model = small_settings();
  settings.model.architecture = architecture;
  settings.model.norm = NormPosition::kPre;
  const FolderPaths paths(run);
  train_tokenizer({"abcd efgh", "hgfe dcba"}, settings.tokenizer, paths.tokenizer());
  Transformer model(settings.model, load_tokenizers(paths, settings.tokenizer).sizes());
  initialize_weights(*model, seed);
  write_tensors(paths.weights(), named_weights(*model), {});
  written_file(paths.config(), write_settings(settings).dump(2));
}

/// The folder of a translator from "en" to "de".
inline const std::string& tiny_translator() {
  static const TemporaryFolder place;
  static const std::string run = [] {
    write_tiny_model(place / "tiny", Architecture::kTranslator);
    return place / "tiny";
  }();
  return run;
}

/// The folder of a language model that was "trained" on lines.
inline const std::string& tiny_language_model() {
  static const TemporaryFolder place;
  static const std::string run = [] {
    write_tiny_model(place / "tiny-lm", Architecture::kLanguageModel);
    return place / "tiny-lm";
  }();
  return run;
}

/// Both, opened.
inline std::shared_ptr<const ServedModel> served_translator() {
  static const auto model = std::make_shared<const ServedModel>("tiny", tiny_translator(),
                                                                TranslatorOptions{.threads = 1});
  return model;
}

inline std::shared_ptr<const ServedModel> served_language_model() {
  static const auto model = std::make_shared<const ServedModel>("tiny-lm", tiny_language_model(),
                                                                TranslatorOptions{.threads = 1});
  return model;
}

}  // namespace dragoman
