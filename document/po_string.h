#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// Decodes C's escapes in a string of a PO file.
std::string unescape_po(std::string_view text);

/// Quotes `text` as gettext does: on one line; or as an empty string followed by lines that end at
/// the text's line breaks and are at most 79 columns wide. `indent`: columns before the text.
/// `line_end`: line end of the file.
std::string quote_po(std::string_view text, size_t indent, std::string_view line_end);

}  // namespace dragoman
