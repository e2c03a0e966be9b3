#pragma once

#include <string>

#include "io/log.h"
#include "translate/translator.h"

namespace dragoman {

/// Warns of the lines that `counts` has as split or repaired, and removes them from it. `input` is
/// the path of their file, or "-", and `first_line` the number of its first line counted, from 1.
void warn_of_lines(const Logger& log, TranslationCounts& counts, const std::string& input,
                   size_t first_line);

}  // namespace dragoman
