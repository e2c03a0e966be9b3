#include "app/line_warnings.h"

#include "io/text_file.h"

namespace dragoman {

void warn_of_lines(const Logger& log, TranslationCounts& counts, const std::string& input,
                   size_t first_line) {
  const auto warn = [&](std::vector<size_t>& lines, const char* what) {
    for (const size_t line : lines) log->warn("{}: {}", place_of(input, first_line + line), what);
    lines.clear();
  };
  warn(counts.split_lines, "longer than the model takes: translated in parts");
  warn(counts.repaired_lines, "invalid UTF-8: replaced by U+FFFD");
}

}  // namespace dragoman
