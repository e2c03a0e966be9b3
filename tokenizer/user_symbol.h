#pragma once

#include <string>

#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// Throws std::invalid_argument if a vocabulary that is trained with these settings cannot have
/// `symbol` as one of its user symbols. The setting `key` names it.
void check_user_symbol(const std::string& symbol, const std::string& key,
                       const TokenizerSettings& settings);

}  // namespace dragoman
