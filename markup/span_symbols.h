#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/sentence.h"

namespace dragoman {

/// Puts symbols into the plain text of a sentence, in their order, each in the place of a text that
/// stays as it is; more such texts than symbols stay. Symbols that the sentence has already stand
/// for themselves. If they are words, only those that stand for a text become the sentence's.
void put_symbols(const std::vector<std::string>& symbols, bool are_words, Sentence& sentence);

/// `text` with the sentence's symbols in the place of what they stand for, each once.
std::string with_symbols(const Sentence& sentence, std::string text);

/// Where a translation has symbols of its sentence that are no words, also those that stand for
/// nothing.
std::vector<TextToken> symbols_in(const Sentence& sentence, std::string_view translation);

}  // namespace dragoman
