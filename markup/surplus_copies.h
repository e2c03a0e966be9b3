#pragma once

#include <string_view>
#include <vector>

#include "markup/tag_gaps.h"

namespace dragoman {

/// Takes out what is protected where the translation has it and the sentence has not, as a
/// placeholder that the model has written twice, and symbols that stand for nothing. `text` is the
/// translation, `tokens` its tokens, and `tags` already know where the sentence's tags stand in it.
void take_out_surplus_copies(const Fragment& fragment, const Sentence& sentence,
                             std::string_view text, const std::vector<TextToken>& tokens,
                             TagGaps& tags);

}  // namespace dragoman
