#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/sentence_pair.h"
#include "io/text_file.h"

namespace dragoman {

/// Where pairs come from: two files, or one that has both sides. "-" is stdin.
struct RawPairSources {
  std::string source = {};
  std::string target = {};
  std::string tsv = {};  // source<TAB>target; in place of the two others
};

/// Reads pairs as they are: other than for PairReader, invalid UTF-8 is no error, and nothing is
/// put before a source.
class RawPairReader {
 public:
  /// Throws std::invalid_argument if no input is named, or stdin would be read twice;
  /// std::runtime_error if a file cannot be read, or if files have different numbers of lines, as
  /// far as that can be told by now.
  explicit RawPairReader(const RawPairSources& sources);

  /// The next pairs, `most` at most; none at the end. Throws std::runtime_error where one file ends
  /// before the other, or a line of a TSV file has not exactly one tab.
  std::vector<SentencePair> read(size_t most);

 private:
  bool next(SentencePair& pair);
  bool next_lines(SentencePair& pair);
  bool next_columns(SentencePair& pair);

  LineReader first_;                  // the source, or both columns
  std::optional<LineReader> second_;  // the target
};

}  // namespace dragoman
