#pragma once

#include <vector>

#include "markup/piece.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// Encloses parts of the fragment's text in kept elements with empty tags: `spans`, as bytes of the
/// fragment, and what `find`, unless it is empty, finds in the rest of the text, but not parts of
/// references. Throws std::invalid_argument for spans that are empty, overlap, begin or end inside
/// a character or reference, or are not in the text between two tags.
void protect_spans(Fragment& fragment, const FindSpans& find, const std::vector<ByteSpan>& spans);

}  // namespace dragoman
