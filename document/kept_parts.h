#pragma once

#include <string_view>
#include <vector>

#include "document/format_directives.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// Returns the parts of a message's text that are not language: directives of its style;
/// placeholders and addresses of protected_spans(); options of commands, such as -h and --help;
/// names in programs, such as file_name and open(). Also adds what `find_more`, if given, finds
/// between or around these.
std::vector<ByteSpan> kept_words(std::string_view text, DirectiveStyle style,
                                 const FindSpans& find_more);

/// Returns tags, references to unknown entities and the like in a message. Returns none if a
/// directive contains a <.
std::vector<ByteSpan> message_tags(std::string_view text, DirectiveStyle style);

/// Returns `tags` without those inside a part that `find_more`, if given, finds around whole tags.
std::vector<ByteSpan> outside_found(std::string_view text, std::vector<ByteSpan> tags,
                                    const FindSpans& find_more);

/// Returns the parts of a message that contain no accelerator's mark: kept_parts() without names in
/// programs, since E_xit looks like one.
std::vector<ByteSpan> parts_without_accelerator(std::string_view text, DirectiveStyle style,
                                                const FindSpans& find_more);

/// Returns the results of kept_words() and message_tags().
std::vector<ByteSpan> kept_parts(std::string_view text, DirectiveStyle style,
                                 const FindSpans& find_more);
/// The same with `tags`, ascending without overlaps, in place of message_tags().
std::vector<ByteSpan> kept_parts(std::string_view text, std::vector<ByteSpan> tags,
                                 const FindSpans& find_more);

}  // namespace dragoman
