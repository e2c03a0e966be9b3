#pragma once

#include <string>
#include <vector>

#include "markup/byte_span.h"
#include "markup/projection.h"
#include "translate/translation.h"

namespace dragoman {

/// A text with its tokens, and the model's pieces of it.
struct PiecedText {
  const std::string& text;
  const std::vector<ByteSpan>& tokens;
  const std::vector<std::string>& pieces;
};

/// Converts links between pieces to links between the tokens that contain them. If normalisation
/// changed the characters, a piece is located by its position within its word.
std::vector<TokenLink> links_of_pieces(const std::vector<AlignmentLink>& links,
                                       const PiecedText& source, const PiecedText& target);

}  // namespace dragoman
