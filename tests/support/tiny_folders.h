#pragma once

#include <cstdint>
#include <string>

#include "architecture/model_settings.h"
#include "data/data_settings.h"
#include "temporary_folder.h"

// Model folders with random weights, made once per test program.
namespace dragoman {

/// Makes the folder `run`: a model for the letters a to h and the space. Its output has no meaning,
/// but differs between texts. The tokenizer of a stream keeps white space and has the line feed.
void write_tiny_model(const std::string& run, Architecture architecture, uint64_t seed = 1,
                      TextLayout layout = TextLayout::kLines);

/// Returns the folder of a translator from "en" to "de".
inline const std::string& tiny_translator() {
  static const TemporaryFolder place;
  static const std::string run = [] {
    write_tiny_model(place / "tiny", Architecture::kTranslator);
    return place / "tiny";
  }();
  return run;
}

/// Returns the folder of a language model with the layout of lines.
inline const std::string& tiny_language_model() {
  static const TemporaryFolder place;
  static const std::string run = [] {
    write_tiny_model(place / "tiny-lm", Architecture::kLanguageModel);
    return place / "tiny-lm";
  }();
  return run;
}

}  // namespace dragoman
