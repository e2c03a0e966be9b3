#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// The characters that a string of a PO file stands for, by C's escapes.
std::string unescape_po(std::string_view text);

/// `text` in quotes, as gettext writes it: on one line, or after an empty string on lines that end
/// at line breaks of the text and are at most 79 columns wide. `indent` columns stand before it;
/// `line_end` ends lines of the file.
std::string quote_po(std::string_view text, size_t indent, std::string_view line_end);

}  // namespace dragoman
