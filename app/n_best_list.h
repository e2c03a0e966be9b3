#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/line_shard.h"
#include "io/text_file.h"

namespace dragoman {

/// What stands between the fields of a line in Moses' format.
constexpr std::string_view kMosesSeparator = " ||| ";

/// A translation of an n-best list in Moses' format, "line ||| text ||| features ||| score ...".
struct NBestEntry {
  size_t line = 0;  // of the source, counted from 0
  std::string text;
  std::string features;  // may be empty
  std::string rest;      // what follows the features, with its separators
};

/// Reads n-best lists whose lines of the source come in ascending order; of these lines, the
/// entries of some alone.
class NBestReader {
 public:
  explicit NBestReader(const std::string& path, const LineRange& lines = {})
      : file_(path), lines_(lines) {}

  /// False at the end of the file or of the lines. Throws std::runtime_error naming file and line
  /// for what is no entry, and for a source line before that of the last entry.
  bool next(NBestEntry& entry);
  std::string place() const { return file_.place(); }

 private:
  bool read(NBestEntry& entry);

  LineReader file_;
  LineRange lines_;
  size_t last_line_ = 0;
};

/// The entry as a line, with one feature more, "name= value".
std::string with_feature(const NBestEntry& entry, const std::string& name, double value);

}  // namespace dragoman
