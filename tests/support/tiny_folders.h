#pragma once

#include <cstdint>
#include <string>

#include "architecture/model_settings.h"
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

}  // namespace dragoman
