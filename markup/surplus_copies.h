#pragma once

#include <string_view>
#include <vector>

#include "markup/tag_gaps.h"

namespace dragoman {

/// Removes protected text that the translation contains more often than the sentence, such as a
/// placeholder that the model wrote twice, and symbols that represent nothing. `text` is the
/// translation and `tokens` its tokens. `tags` must already hold the sentence's tags.
void take_out_surplus_copies(const Fragment& fragment, const Sentence& sentence,
                             std::string_view text, const std::vector<ByteSpan>& tokens,
                             TagGaps& tags);

}  // namespace dragoman
