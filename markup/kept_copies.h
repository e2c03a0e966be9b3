#pragma once

#include <vector>

#include "markup/sentence_writer.h"

namespace dragoman {

/// Changes links of a translation that repeats text of kept elements letter by letter: links such
/// text with its copy and with nothing else. `spans` are those of the sentence's tags, `tokens`
/// those of the translation. `source_size`: number of the sentence's tokens.
std::vector<TokenLink> link_kept_copies(const Sentence& sentence, const std::vector<TagSpan>& spans,
                                        const PlainTranslation& translation,
                                        const std::vector<ByteSpan>& tokens, int32_t source_size);

}  // namespace dragoman
