#pragma once

#include <vector>

#include "markup/sentence_writer.h"

namespace dragoman {

/// Changes the links of a sentence that has kept elements. If it and its translation both end with
/// a full stop or a similar mark, these marks are linked with each other only, so that no element
/// takes the mark's place. `spans` are those of the sentence's tags.
std::vector<TokenLink> link_final_marks(const Sentence& sentence, const std::vector<TagSpan>& spans,
                                        const PlainTranslation& translation,
                                        const std::vector<ByteSpan>& source,
                                        const std::vector<ByteSpan>& target);

}  // namespace dragoman
