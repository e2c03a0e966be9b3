#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/line_shard.h"
#include "data/sentence_pair.h"
#include "io/text_file.h"

namespace dragoman {

/// Input files of pairs: source and target, or one TSV file. "-" is stdin.
struct RawPairSources {
  std::string source = {};
  std::string target = {};
  std::string tsv = {};  // lines of source<TAB>target; replaces the other two
  LineShard shard = {};  // of the pairs
};

/// Reads pairs unchanged. Unlike PairReader, accepts invalid UTF-8 and puts no tag before a source.
/// Given a shard, reads only its pairs.
class RawPairReader {
 public:
  /// Throws std::invalid_argument if no input is named, if stdin would be read twice, or if a
  /// shard's input is no regular file. Throws std::runtime_error if a file cannot be read, or if
  /// files are already known to differ in number of lines.
  explicit RawPairReader(const RawPairSources& sources);

  /// Returns the next pairs before the shard, at most `most` and a BlockLimit; none when the shard
  /// begins. Throws as read() does.
  std::vector<SentencePair> read_before(size_t most) { return read_until(lines_.begin, most); }
  /// Returns the next pairs, at most `most` and a BlockLimit; none at the end. Throws
  /// std::runtime_error if one file ends before the other, or if a TSV line has not exactly one
  /// tab.
  std::vector<SentencePair> read(size_t most);

 private:
  std::vector<SentencePair> read_until(size_t line, size_t most);
  void skip_to_shard();
  bool next(SentencePair& pair);
  bool next_lines(SentencePair& pair);
  bool next_columns(SentencePair& pair);

  LineReader first_;                  // sources, or TSV
  std::optional<LineReader> second_;  // targets
  LineRange lines_;
};

}  // namespace dragoman
