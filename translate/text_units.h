#pragma once

#include <string>
#include <vector>

namespace dragoman {

enum class TextUnit { kSentence, kWord };

/// Cuts `text` at every boundary of the unit (Unicode Standard Annex 29). Nothing is left out:
/// spaces and punctuation are words too.
std::vector<std::string> cut_text(const std::string& text, TextUnit unit);

}  // namespace dragoman
