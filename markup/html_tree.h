#pragma once

#include <string_view>
#include <vector>

#include "markup/piece.h"

namespace dragoman {

/// Where an element of HTML stands in the source: positions of bytes.
struct HtmlElement {
  size_t open = 0;                         // of its start tag
  size_t close = static_cast<size_t>(-1);  // of its end tag; -1: it has none
  size_t end = 0;                          // of its content
};

/// The elements of `text`, a fragment of a document's body, as HTML5's tree construction finds
/// them. `pieces` are those of `text`: where they tell that the tree would be far larger than the
/// text, as in hostile markup, there is none, and no element is given.
std::vector<HtmlElement> html_elements(std::string_view text, const std::vector<Piece>& pieces);

}  // namespace dragoman
