#pragma once

#include <string_view>
#include <vector>

#include "document/format_directives.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// The parts of a message's text that are no language: directives of its style, placeholders and
/// addresses as protected_spans() finds them, options of commands, as -h and --help, and names in
/// programs, as file_name and open(). Also what `find_more`, if it is there, finds beside these or
/// around them.
std::vector<TextToken> kept_words(std::string_view text, DirectiveStyle style,
                                  const FindSpans& find_more);

/// Tags, references to unknown entities and the like in a message. None where a directive has a <.
std::vector<TextToken> message_tags(std::string_view text, DirectiveStyle style);

/// Both of these.
std::vector<TextToken> kept_parts(std::string_view text, DirectiveStyle style,
                                  const FindSpans& find_more);

}  // namespace dragoman
