#pragma once

#include "markup/tag_gaps.h"

namespace dragoman {

/// Removes protected text that the translation contains more often than the sentence, such as a
/// placeholder that the model wrote twice, and symbols that represent nothing. `tags` must already
/// hold the sentence's tags.
void take_out_surplus_copies(const Fragment& fragment, const TranslatedSentence& pair,
                             TagGaps& tags);

}  // namespace dragoman
