#pragma once

#include <string>
#include <vector>

#include "io/text_file.h"

namespace dragoman {

/// Reads phrases that translations must contain, those of one translation a line: separated by
/// tabs; or as JSON, ["a phrase", ...] or {"constraints": ["a phrase", ...]}. Which of the two is
/// told by the first line that is not blank: JSON begins with [ or {. A blank line has none.
class PhraseLines {
 public:
  explicit PhraseLines(const std::string& path) : file_(path) {}

  /// False at the end of the file. Throws std::runtime_error naming file and line for invalid UTF-8
  /// and for JSON of another form.
  bool next(std::vector<std::string>& phrases);

  LineReader& file() { return file_; }

 private:
  enum class Form { kUnknown, kTabs, kJson };

  LineReader file_;
  Form form_ = Form::kUnknown;
};

}  // namespace dragoman
