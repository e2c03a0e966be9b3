#include "app/line_counts.h"

#include <algorithm>
#include <stdexcept>

#include "io/descriptor.h"

namespace dragoman {

void fail_of_counts(const std::string& input, const std::string& input_count,
                    const std::string& companion, const std::string& count) {
  throw std::runtime_error(
      input_name(companion) + " has " + count + " lines, but " + input_name(input) + " has " +
      input_count +
      "; line n of one belongs to line n of the other: compare them by `paste FILE FILE | less`");
}

std::string num_lines_to_end(LineReader& file) {
  for (std::string line; file.next(line);) continue;
  return std::to_string(file.line_number());
}

void check_stdin_once(const std::vector<std::string>& paths) {
  if (std::count(paths.begin(), paths.end(), "-") < 2) return;
  throw std::invalid_argument("standard input can be read once; name files for the others");
}

}  // namespace dragoman
