#pragma once

#include <string_view>
#include <vector>

#include "markup/projection.h"

namespace dragoman {

/// Converts links between words, split at ASCII white space as in tokenizer/words.h, to links
/// between tokens of the two texts. Tokens of letters and digits are linked with each other,
/// punctuation with equal punctuation.
std::vector<TokenLink> links_of_words(const std::vector<TokenLink>& links, std::string_view source,
                                      std::string_view target);

}  // namespace dragoman
