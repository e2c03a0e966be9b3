#pragma once

#include <optional>
#include <string>

#include "data/data_settings.h"
#include "data/sentence_pair.h"
#include "io/text_file.h"

namespace dragoman {

/// Reads the pairs of one corpus, one after the other, each source after its corpus's tag. Of a
/// corpus of a language model the sources are empty.
class PairReader {
 public:
  /// Throws std::runtime_error if a file cannot be opened.
  explicit PairReader(const CorpusSettings& corpus);

  /// The next pair; false at the end. Throws std::runtime_error (file:line) for invalid UTF-8, for
  /// files of unequal numbers of lines, and for a line of a TSV file without exactly two columns.
  bool next(SentencePair& pair);
  /// True if next() would not have to wait for input.
  bool ready() { return first_.ready() && (!second_ || second_->ready()); }

 private:
  bool next_columns(SentencePair& pair);
  bool next_lines(SentencePair& pair);

  LineReader first_;                  // the source, both columns, or the only side
  std::optional<LineReader> second_;  // the target
  bool is_monolingual_;
  std::string tag_;
};

}  // namespace dragoman
