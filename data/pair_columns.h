#pragma once

#include <string>
#include <string_view>

#include "io/text_file.h"

namespace dragoman {

/// Returns a command that makes lines of two columns of a file FILE of cells, some of them in
/// quotes as a spreadsheet writes them. `delimiter`: of the cells, as Python writes it in a string.
std::string unquoting_command(std::string_view delimiter);

/// Throws the std::runtime_error of a line that `reader` returned last and that does not have two
/// columns. It says what to do, by what the line looks like.
[[noreturn]] void throw_not_two_columns(const LineReader& reader, std::string_view line);

}  // namespace dragoman
