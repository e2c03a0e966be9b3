#pragma once

#include <string>
#include <vector>

#include "markup/character_references.h"
#include "markup/piece.h"

namespace dragoman {

/// The text of an attribute that people read: bytes [begin, end) of a fragment.
struct AttributeText {
  size_t piece = 0;
  size_t begin = 0;
  size_t end = 0;
  char quote = 0;  // around it; 0: none
  std::string plain;
};

/// The values of alt, title and placeholder of `tags`, which are pieces, ascending; blank ones left
/// out.
std::vector<AttributeText> attribute_texts(const Fragment& fragment,
                                           const std::vector<size_t>& tags, Spelling& spelling);

/// The fragment with other values in the place of `texts`, one for each. Its pieces are the same.
Fragment with_values(const Fragment& fragment, const std::vector<AttributeText>& texts,
                     const std::vector<std::string>& values, const Spelling& spelling);

}  // namespace dragoman
