#pragma once

#include <cstdint>
#include <string>

#include "search/hypothesis.h"
#include "search/search_settings.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Returns the tokens that a search may use. `name`: "the target vocabulary". Throws
/// std::invalid_argument if settings.suppress names no piece of `target`, or if the beam is wider
/// than its tokens.
SearchVocabulary search_vocabulary(const SearchSettings& settings, int32_t source_padding,
                                   const Tokenizer& target, const std::string& name);

}  // namespace dragoman
