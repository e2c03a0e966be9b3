#pragma once

#include <string_view>
#include <vector>

#include "markup/piece.h"

namespace dragoman {

/// Position of an HTML element in the source, in bytes.
struct HtmlElement {
  size_t open = 0;                         // of the start tag
  size_t close = static_cast<size_t>(-1);  // of the end tag; -1: there is none
  size_t end = 0;                          // of the content
};

/// Returns the elements of `text`, a fragment of a document's body, as HTML5's tree construction
/// finds them. `pieces` are those of `text`. Returns none if they show that the tree would be far
/// larger than the text, as in hostile markup.
std::vector<HtmlElement> html_elements(std::string_view text, const std::vector<Piece>& pieces);

}  // namespace dragoman
