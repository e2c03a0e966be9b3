#pragma once

#include "markup/html_tree.h"
#include "markup/piece.h"

namespace dragoman {

/// Tells start and end tags of `pieces` their partners: first as `elements` say, then each end tag
/// that is left the nearest start tag of its name. Tags of pairs that cross others, and those that
/// have no partner, become lone ones. Takes time linear in the number of pieces.
void pair_tags(std::vector<Piece>& pieces, const std::vector<HtmlElement>& elements);

}  // namespace dragoman
