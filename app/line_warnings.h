#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/log.h"
#include "translate/translator.h"

namespace dragoman {

/// Warns of lines that were split or repaired: of the first ten of each, and then of how many more
/// there are.
class LineWarnings {
 public:
  /// `input`: path of the lines' file, or "-"; `first_line`: number of its first line counted, from
  /// 1.
  LineWarnings(Logger log, std::string input, size_t first_line);

  /// Warns of the lines in `counts`, and removes them from it.
  void add(TranslationCounts& counts);
  /// Says how many more lines there were. Call it after the last line.
  void end() const;

 private:
  /// A fault of lines.
  struct Fault {
    const char* what;
    const char* advice;  // with the first line
    size_t count = 0;
  };

  void add(std::vector<size_t>& lines, Fault& fault);

  Logger log_;
  std::string input_;
  size_t first_line_;
  Fault split_, repaired_;
};

}  // namespace dragoman
