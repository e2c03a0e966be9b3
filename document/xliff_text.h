#pragma once

#include <string>
#include <string_view>

#include "document/inline_codes.h"

namespace dragoman {

/// The content of a <source> of XLIFF: its text with pairs of codes that are written as two empty
/// or two full elements (<bx/> and <ex/>, <bpt> and <ept>, <sc/> and <ec/>) as pairs.
InlineCodes encode_xliff(std::string_view content);

/// True if it has a CDATA section, whose text stays.
bool has_cdata(std::string_view content);

/// `tag`, a start tag or that of an empty element, as a start tag; with the attribute, in the place
/// of the one that is there, unless `value` is empty.
std::string start_tag(std::string_view tag, std::string_view attribute, std::string_view value);

}  // namespace dragoman
