#pragma once

#include <vector>

#include "markup/translated_sentence.h"

namespace dragoman {

/// Changes the links of a sentence that has kept elements. If it and its translation both end with
/// a full stop or a similar mark, these marks are linked with each other only, so that no element
/// takes the mark's place.
std::vector<TokenLink> link_final_marks(const TranslatedSentence& pair,
                                        std::vector<TokenLink> links);

}  // namespace dragoman
