#pragma once

#include <vector>

#include "markup/sentence_writer.h"

namespace dragoman {

/// Links of a sentence that has kept elements: if a full stop, or a mark like that, ends both it
/// and its translation, the one is linked with the other alone, so that no element takes its place.
/// `spans` are those of the sentence's tags.
std::vector<TokenLink> link_final_marks(const Sentence& sentence, const std::vector<TagSpan>& spans,
                                        const PlainTranslation& translation,
                                        const std::vector<TextToken>& source,
                                        const std::vector<TextToken>& target);

}  // namespace dragoman
