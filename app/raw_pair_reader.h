#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/line_shard.h"
#include "data/sentence_pair.h"
#include "io/text_file.h"

namespace dragoman {

/// Where pairs come from: two files, or one that has both sides. "-" is stdin.
struct RawPairSources {
  std::string source = {};
  std::string target = {};
  std::string tsv = {};  // source<TAB>target; in place of the two others
  LineShard shard = {};  // of the pairs
};

/// Reads pairs as they are: other than for PairReader, invalid UTF-8 is no error, and nothing is
/// put before a source. Of a shard, its pairs alone.
class RawPairReader {
 public:
  /// Throws std::invalid_argument if no input is named, stdin would be read twice, or a shard is to
  /// be read from what is no file; std::runtime_error if a file cannot be read, or if files have
  /// different numbers of lines, as far as that can be told by now.
  explicit RawPairReader(const RawPairSources& sources);

  /// The next of the pairs before the shard, `most` at most; none where the shard begins. Throws as
  /// read() does.
  std::vector<SentencePair> read_before(size_t most) { return read_until(lines_.begin, most); }
  /// The next pairs, `most` at most; none at the end. Throws std::runtime_error where one file ends
  /// before the other, or a line of a TSV file has not exactly one tab.
  std::vector<SentencePair> read(size_t most);

 private:
  std::vector<SentencePair> read_until(size_t line, size_t most);
  void skip_to_shard();
  bool next(SentencePair& pair);
  bool next_lines(SentencePair& pair);
  bool next_columns(SentencePair& pair);

  LineReader first_;                  // the source, or both columns
  std::optional<LineReader> second_;  // the target
  LineRange lines_;
};

}  // namespace dragoman
