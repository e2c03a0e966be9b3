#pragma once

#include <optional>
#include <string>

#include "data/data_settings.h"
#include "data/sentence_pair.h"
#include "io/text_file.h"

namespace dragoman {

/// Reads the pairs of one corpus, one after the other, each source after its corpus's tag, with
/// the links that its alignment file has. Of a corpus of a language model the sources are empty.
class PairReader {
 public:
  /// Throws std::runtime_error if a file cannot be opened. An alignment that training is to find
  /// (auto) is none.
  explicit PairReader(const CorpusSettings& corpus);

  /// The next pair; false at the end. Throws std::runtime_error (file:line) for invalid UTF-8, for
  /// files of unequal numbers of lines, for a line of a TSV file without exactly two columns, and
  /// for links that are none or of words that the pair does not have.
  bool next(SentencePair& pair);
  /// True if next() would not have to wait for input.
  bool ready() { return first_.ready() && (!second_ || second_->ready()); }

 private:
  bool next_columns(SentencePair& pair);
  bool next_lines(SentencePair& pair);
  void next_links(bool has_pair, SentencePair& pair);
  void add_tag(SentencePair& pair) const;

  LineReader first_;                  // the source, both columns, or the only side
  std::optional<LineReader> second_;  // the target
  std::optional<LineReader> links_;
  bool is_monolingual_;
  std::string tag_;
};

}  // namespace dragoman
