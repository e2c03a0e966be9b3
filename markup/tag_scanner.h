#pragma once

#include <string_view>
#include <vector>

#include "markup/piece.h"

namespace dragoman {

/// An attribute of a tag; positions count bytes of the tag. Without a value, its end is its begin.
struct TagAttribute {
  std::string name;  // HTML's in lower case
  size_t value_begin = 0;
  size_t value_end = 0;
  char quote = 0;  // around the value; 0: none
};

/// Cuts `text` where HTML5's tokenizer (section 13.2.5) or XML has tags, comments and declarations.
/// Any text can be cut; takes time linear in its length. Pieces know their kind and name.
std::vector<Piece> scan_tags(std::string_view text, MarkupSyntax syntax);

/// The attributes of a start tag, in order.
std::vector<TagAttribute> attributes_of(std::string_view tag, MarkupSyntax syntax);

}  // namespace dragoman
