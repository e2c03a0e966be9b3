#pragma once

#include <string>

#include "markup/piece.h"

namespace dragoman {

/// Cuts `text`, valid UTF-8, into pieces and marks how they affect sentences. Accepts any text:
/// broken markup becomes lone tags. Takes time linear in the length, up to a factor of log n.
Fragment parse_fragment(std::string text, MarkupSyntax syntax);

}  // namespace dragoman
