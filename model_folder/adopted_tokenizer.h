#pragma once

#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// The settings as they are, or, where they name a folder as `from`, those of its tokenizers, so
/// that copies of their files go with them. Of two, a language model has the target's. Throws
/// std::runtime_error if it is no model folder.
TokenizerSettings adopt_tokenizer(const TokenizerSettings& settings, bool is_language_model);

}  // namespace dragoman
