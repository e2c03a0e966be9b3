#pragma once

#include <string_view>
#include <vector>

#include "markup/byte_span.h"
#include "markup/piece.h"

namespace dragoman {

/// An attribute of a tag.
struct TagAttribute {
  std::string name;     // in HTML in lower case
  ByteSpan value = {};  // in the tag; empty if it has none
  char quote = 0;       // quotation mark around the value; 0: none
};

/// Cuts `text` where HTML5's tokenizer (section 13.2.5) or XML has tags, comments and declarations.
/// Accepts any text; takes time linear in its length. Sets the kind and name of pieces.
std::vector<Piece> scan_tags(std::string_view text, MarkupSyntax syntax);

/// Returns the attributes of a start tag, in order.
std::vector<TagAttribute> attributes_of(std::string_view tag, MarkupSyntax syntax);

}  // namespace dragoman
