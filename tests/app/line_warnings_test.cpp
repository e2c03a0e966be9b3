#include "app/line_warnings.h"

#include "captured_stderr.h"
#include "catch.h"

namespace dragoman {

TEST_CASE("a single line after the ten that are named is told as one") {
  TranslationCounts counts;
  for (size_t line = 0; line < 11; ++line) counts.repaired_lines.push_back(line);
  const std::string said = captured_stderr([&] {
    LineWarnings warnings(make_stderr_logger(), "in", 1);
    warnings.add(counts);
    warnings.end();
  });
  CHECK_THAT(said, ContainsSubstring("in: 1 more line is invalid UTF-8: replaced by U+FFFD\n"));
}

}  // namespace dragoman
