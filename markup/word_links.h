#pragma once

#include <string_view>
#include <vector>

#include "markup/byte_span.h"
#include "markup/projection.h"

namespace dragoman {

/// Returns the words of split_words() as spans.
std::vector<ByteSpan> link_words(std::string_view text);

/// Converts links between words, as link_words() splits them, to links between tokens of the two
/// texts. Tokens of letters and digits are linked with each other, punctuation with equal
/// punctuation.
std::vector<TokenLink> links_of_words(const std::vector<TokenLink>& links, std::string_view source,
                                      std::string_view target);

}  // namespace dragoman
