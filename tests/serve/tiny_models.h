#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "architecture/model_settings.h"
#include "serve/served_model.h"
#include "temporary_folder.h"

// Model folders with random weights, made once in a test program.
namespace dragoman {

/// Makes the folder `run`: a model of the letters a to h and the space. What it says means nothing,
/// but is different for different texts.
void write_tiny_model(const std::string& run, Architecture architecture, uint64_t seed = 1);

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
