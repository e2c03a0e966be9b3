#pragma once

#include <string>
#include <vector>

#include "io/text_file.h"

namespace dragoman {

/// Reads the phrases that each translation must contain, one translation a line. Phrases are
/// separated by tabs, or are JSON: ["a phrase", ...] or {"constraints": ["a phrase", ...]}. The
/// first line that is not blank decides which: JSON begins with [ or {. A blank line has no
/// phrases.
class PhraseLines {
 public:
  explicit PhraseLines(const std::string& path) : file_(path) {}

  /// Reads the next line's phrases. Returns false at the end of the file. Throws
  /// std::runtime_error, naming file and line, for invalid UTF-8, for JSON of another form, and for
  /// a line in the other form than the first.
  bool next(std::vector<std::string>& phrases);

  LineReader& file() { return file_; }

 private:
  enum class Form { kUnknown, kTabs, kJson };

  LineReader file_;
  Form form_ = Form::kUnknown;
};

}  // namespace dragoman
