#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/line_shard.h"
#include "io/text_file.h"

namespace dragoman {

/// Field separator of Moses' format.
constexpr std::string_view kMosesSeparator = " ||| ";

/// An entry of an n-best list in Moses' format, "line ||| text ||| features ||| score ...".
struct NBestEntry {
  size_t line = 0;       // source line, counted from 0
  std::string text;      // bars escaped
  std::string features;  // may be empty
  std::string rest;      // all after the features, separators included
};

/// Returns the text with references in place of "|||", and without "|||" in it: &#124;&#124;&#124;.
std::string with_bars_escaped(std::string text);
/// Undoes with_bars_escaped().
std::string with_bars(std::string text);

/// Reads an n-best list whose source lines are in ascending order. Gives only the entries of the
/// source lines in `lines`.
class NBestReader {
 public:
  explicit NBestReader(const std::string& path, const LineRange& lines = {})
      : file_(path), lines_(lines) {}

  /// Reads the next entry. Returns false at the end of the file or of the lines. Throws
  /// std::runtime_error, naming file and line, if a line is no entry, or has a source line before
  /// the last entry's.
  bool next(NBestEntry& entry);
  std::string place() const { return file_.place(); }

 private:
  bool read(NBestEntry& entry);

  LineReader file_;
  LineRange lines_;
  size_t last_line_ = 0;
};

/// True if the entry has a feature "name= value".
bool has_feature(const NBestEntry& entry, const std::string& name);

/// Returns the entry as a line with one more feature, "name= value".
std::string with_feature(const NBestEntry& entry, const std::string& name, double value);

}  // namespace dragoman
