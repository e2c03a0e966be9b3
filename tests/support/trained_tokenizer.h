#pragma once

#include <string>
#include <vector>

#include "temporary_folder.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

inline Tokenizer trained_tokenizer(const std::vector<std::string>& text,
                                   const TokenizerSettings& settings) {
  const TemporaryFolder folder;
  train_tokenizer(text, settings, folder / "model");
  return Tokenizer(folder / "model", settings.lowercase);
}

/// A tokenizer of the single characters of `text`, with the other settings as given.
inline Tokenizer character_tokenizer(const std::vector<std::string>& text,
                                     TokenizerSettings settings) {
  settings.type = TokenizerType::kChar;
  settings.character_coverage = 1;
  return trained_tokenizer(text, settings);
}

}  // namespace dragoman
