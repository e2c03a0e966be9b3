#pragma once

#include <string>
#include <vector>

#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Trains a tokenizer of the single characters of `text`, with the other settings as given. Writes
/// it to `model`.
inline Tokenizer character_tokenizer(const std::string& model, const std::vector<std::string>& text,
                                     TokenizerSettings settings) {
  settings.type = TokenizerType::kChar;
  settings.character_coverage = 1;
  train_tokenizer(text, settings, model);
  return Tokenizer(model, /*lowercase=*/false);
}

}  // namespace dragoman
