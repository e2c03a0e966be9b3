#pragma once

#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// Returns the settings. If they name a folder as `from`, returns those of its tokenizers, so that
/// they fit copies of its files. Of two tokenizers, a language model gets the target's. If the
/// folder has gone, returns those of `run`, the folder of a run that has such copies; "": none.
/// Throws std::runtime_error if the folder is no model folder.
TokenizerSettings adopt_tokenizer(const TokenizerSettings& settings, bool is_language_model,
                                  const std::string& run = "");

}  // namespace dragoman
