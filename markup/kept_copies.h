#pragma once

#include <vector>

#include "markup/sentence_writer.h"

namespace dragoman {

/// Links of a translation where text of kept elements that it repeats, letter by letter, is linked
/// with its copy and with nothing else. `spans` are those of the sentence's tags, `tokens` those of
/// the translation; the sentence has `source_size`.
std::vector<TokenLink> link_kept_copies(const Sentence& sentence, const std::vector<TagSpan>& spans,
                                        const PlainTranslation& translation,
                                        const std::vector<TextToken>& tokens, int32_t source_size);

}  // namespace dragoman
