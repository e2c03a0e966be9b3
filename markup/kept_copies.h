#pragma once

#include <vector>

#include "markup/translated_sentence.h"

namespace dragoman {

/// Changes links of a translation that repeats text of kept elements letter by letter: links such
/// text with its copy and with nothing else.
std::vector<TokenLink> link_kept_copies(const TranslatedSentence& pair,
                                        std::vector<TokenLink> links);

}  // namespace dragoman
