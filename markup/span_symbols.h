#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/sentence.h"

namespace dragoman {

/// Replaces kept texts in a sentence's plain text by symbols, in order. If there are more texts
/// than symbols, the rest stays. Symbols that the sentence already contains are not used: they
/// represent themselves. If symbols are words, Sentence::symbols receives only used ones.
void put_symbols(const std::vector<std::string>& symbols, bool are_words, Sentence& sentence);

/// Replaces kept text in `text` by the sentence's symbols, each once.
std::string with_symbols(const Sentence& sentence, std::string text);

/// Returns the positions of the sentence's symbols in a translation, including symbols that
/// represent nothing. Skips symbols that are words.
std::vector<ByteSpan> symbols_in(const Sentence& sentence, std::string_view translation);

}  // namespace dragoman
