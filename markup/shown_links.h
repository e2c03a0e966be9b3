#pragma once

#include <vector>

#include "markup/sentence_writer.h"
#include "markup/shown_text.h"

namespace dragoman {

/// Returns links between the words of a fragment and those of its translation, split at ASCII white
/// space. They are the word links of the sentences' translations, without those of words that are
/// not written as they are. Text that stays is linked with itself, word by word. Ascending.
std::vector<TokenLink> shown_links(const ShownText& source, const ShownText& target,
                                   const std::vector<Sentence>& sentences,
                                   const std::vector<PlainTranslation>& translations);

}  // namespace dragoman
