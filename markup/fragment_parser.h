#pragma once

#include <string>

#include "markup/piece.h"

namespace dragoman {

/// Cuts `text`, valid UTF-8, into pieces and says what they do to sentences. Any text can be
/// parsed: what is broken becomes lone tags. Takes time linear in its length, but for a factor of
/// log n.
Fragment parse_fragment(std::string text, MarkupSyntax syntax);

}  // namespace dragoman
