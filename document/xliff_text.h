#pragma once

#include <string>
#include <string_view>

#include "document/inline_codes.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// The content of a <source> of XLIFF: its text with pairs of codes that are written as two empty
/// or two full elements (<bx/> and <ex/>, <bpt> and <ept>, <sc/> and <ec/>) as pairs. What
/// `find_more`, if it is there, finds in the text between tags stays besides what always does.
InlineCodes encode_xliff(std::string_view content, const FindSpans& find_more);

/// True if it has a CDATA section, whose text stays.
bool has_cdata(std::string_view content);

/// `tag`, a start tag or that of an empty element, as a start tag; with the attribute, in the place
/// of the one that is there, unless `value` is empty.
std::string start_tag(std::string_view tag, std::string_view attribute, std::string_view value);

}  // namespace dragoman
