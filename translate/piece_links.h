#pragma once

#include <string>
#include <vector>

#include "markup/projection.h"
#include "markup/text_tokens.h"
#include "translate/translation.h"

namespace dragoman {

/// A text cut into tokens, and the pieces that the model had of it.
struct PiecedText {
  const std::string& text;
  const std::vector<TextToken>& tokens;
  const std::vector<std::string>& pieces;
};

/// Links between pieces as links between the tokens that the pieces are parts of. Where pieces have
/// other characters than the text, as after normalisation, their place in their word tells.
std::vector<TokenLink> links_of_pieces(const std::vector<AlignmentLink>& links,
                                       const PiecedText& source, const PiecedText& target);

}  // namespace dragoman
