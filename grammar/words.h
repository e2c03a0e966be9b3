#pragma once

#include "grammar/features.h"

namespace dragoman::grammar {

/// Adds a word, or words that are separated by single spaces; nothing if `text` is empty.
void append(Words& words, std::string_view text);
void append(Words& words, const Words& more);

/// The written sentence: first letter capital, commas attached (doubled ones and one before the end
/// dropped), and `mark` at the end.
std::string write_sentence(const Words& words, char mark);

}  // namespace dragoman::grammar
