#pragma once

#include <string>
#include <vector>

#include "markup/character_references.h"
#include "markup/piece.h"

namespace dragoman {

/// A readable attribute value: bytes [begin, end) of a fragment.
struct AttributeText {
  size_t piece = 0;
  size_t begin = 0;
  size_t end = 0;
  char quote = 0;  // quotation mark around it; 0: none
  std::string plain;
};

/// Returns the values of alt, title and placeholder of `tags`, without blank ones. `tags` are
/// indices of pieces, ascending.
std::vector<AttributeText> attribute_texts(const Fragment& fragment,
                                           const std::vector<size_t>& tags, Spelling& spelling);

/// Returns the fragment with one new value, encoded as markup, for each of `texts`. Its pieces stay
/// the same.
Fragment with_values(const Fragment& fragment, const std::vector<AttributeText>& texts,
                     const std::vector<std::string>& values);

}  // namespace dragoman
