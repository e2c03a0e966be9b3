#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// Draws lines evenly, at most settings.training_lines of them. Leaves out blank lines. Each part
/// of a line with a long word is a line. If white space is kept with type char, adds lines that
/// have a character of their own. The result points into `lines`. Throws std::runtime_error if all
/// lines are blank.
std::vector<std::string_view> draw_training_lines(const std::vector<std::string>& lines,
                                                  const TokenizerSettings& settings);

/// Returns `text` with spaces in place of U+2585. SentencePiece skips lines that contain it.
std::string without_reserved_symbol(std::string_view text);

}  // namespace dragoman
