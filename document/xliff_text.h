#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/inline_codes.h"
#include "document/xliff_reader.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// Converts the content of an XLIFF <source>. Codes that form a pair of two elements (<bx/> and
/// <ex/>, <bpt> and <ept>, <sc/> and <ec/>) become pairs. Besides codes, keeps what `find_more`, if
/// given, finds in the text between tags.
InlineCodes encode_xliff(std::string_view content, const FindSpans& find_more);

/// Returns the parts of a <source>'s content that are copied as they are: tags, comments, CDATA
/// sections, codes with their content, text that is marked as not to be translated. Ascending,
/// without overlaps.
std::vector<ByteSpan> copied_parts(std::string_view content);

/// True if the content has a CDATA section, whose text is kept.
bool has_cdata(std::string_view content);

/// True if the text between tags has an argument of an ICU message that chooses a text.
bool has_icu_message(std::string_view content);

/// True if the content has text outside of codes and of what is not to be translated.
bool has_text_of_its_own(std::string_view content);

/// True if the content has neither text nor codes, except comments, <mrk> and <g>, in which the
/// text is missing.
bool has_only_marks(std::string_view content);

/// A mark of a segment, <mrk mtype="seg">, with its bytes in the content.
struct SegmentMark {
  std::string_view mid;
  XmlElement element;
};

/// Returns the marks of segments, ascending.
std::vector<SegmentMark> segment_marks(std::string_view content);

/// Returns `tag`, a start tag or an empty element's tag, as a start tag. Unless `value` is empty,
/// sets or replaces `attribute`.
std::string start_tag(std::string_view tag, std::string_view attribute, std::string_view value);

/// Returns a start tag without an attribute that it may have.
std::string without_attribute(const std::string& tag, std::string_view attribute);

}  // namespace dragoman
