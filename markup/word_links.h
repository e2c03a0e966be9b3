#pragma once

#include <string_view>
#include <vector>

#include "markup/projection.h"

namespace dragoman {

/// Links between words, as white space parts them, as links between tokens of the two texts:
/// letters and digits of a word with those of the other, punctuation with the same.
std::vector<TokenLink> links_of_words(const std::vector<TokenLink>& links, std::string_view source,
                                      std::string_view target);

}  // namespace dragoman
