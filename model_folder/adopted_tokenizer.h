#pragma once

#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// Returns the settings. If they name a folder as `from`, returns those of its tokenizers, so that
/// they fit copies of its files. Of two tokenizers, a language model gets the target's. Throws
/// std::runtime_error if the folder is no model folder.
TokenizerSettings adopt_tokenizer(const TokenizerSettings& settings, bool is_language_model);

}  // namespace dragoman
