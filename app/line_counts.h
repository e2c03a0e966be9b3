#pragma once

#include <string>
#include <vector>

#include "io/text_file.h"

namespace dragoman {

/// Throws std::runtime_error: `companion`, whose lines belong to those of `input`, has another
/// number of them. Files are paths, or "-" for stdin.
[[noreturn]] void fail_of_counts(const std::string& input, const std::string& input_count,
                                 const std::string& companion, const std::string& count);

/// Reads `file` to its end. Returns its number of lines.
std::string num_lines_to_end(LineReader& file);

/// Throws std::invalid_argument if several of the paths are "-".
void check_stdin_once(const std::vector<std::string>& paths);

}  // namespace dragoman
