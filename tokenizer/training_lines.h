#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// Lines to train a tokenizer on.
struct TrainingLines {
  std::vector<std::string_view> lines;
  bool has_tab = false;          // of all lines of the text
  std::deque<std::string> kept;  // what `lines` points into, if it was read from files
};

/// Draws lines evenly, at most settings.training_lines of them. Leaves out blank lines. Each part
/// of a line with a long word is a line. If white space is kept with type char, adds lines that
/// have a character of their own. The result points into `lines`. Throws std::runtime_error if all
/// lines are blank.
TrainingLines draw_training_lines(const std::vector<std::string>& lines,
                                  const TokenizerSettings& settings);

/// As draw_training_lines(), for the lines of files, which are read several times. Memory holds no
/// other lines. Also throws std::runtime_error with "file:line" for invalid UTF-8.
TrainingLines read_training_lines(const std::vector<std::string>& paths,
                                  const TokenizerSettings& settings);

/// Returns `text` with spaces in place of U+2585. SentencePiece skips lines that contain it.
std::string without_reserved_symbol(std::string_view text);

}  // namespace dragoman
