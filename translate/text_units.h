#pragma once

#include <string>
#include <vector>

namespace dragoman {

enum class TextUnit { kSentence, kWord };

/// `text` cut at every boundary of the kind (Unicode Standard Annex 29), with nothing left out:
/// spaces and punctuation are words too.
std::vector<std::string> cut_text(const std::string& text, TextUnit unit);

}  // namespace dragoman
