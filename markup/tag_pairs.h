#pragma once

#include "markup/html_tree.h"
#include "markup/piece.h"

namespace dragoman {

/// Sets the partners of start and end tags: first those of `elements`, then pairs each remaining
/// end tag with the nearest start tag of its name. Crossing pairs are separated. Tags without a
/// partner become lone tags. Takes time linear in the number of pieces.
void pair_tags(std::vector<Piece>& pieces, const std::vector<HtmlElement>& elements);

}  // namespace dragoman
