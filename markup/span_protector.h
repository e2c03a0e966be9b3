#pragma once

#include <vector>

#include "markup/piece.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// Makes parts of the fragment's text contents of kept elements whose tags are empty: `spans`,
/// which are bytes of the fragment, and what `find`, if it is there, finds in the text beside them.
/// Throws std::invalid_argument for spans that are empty, overlap, begin or end inside a character,
/// or are not in the text between two tags.
void protect_spans(Fragment& fragment, const FindSpans& find, const std::vector<TextToken>& spans);

}  // namespace dragoman
