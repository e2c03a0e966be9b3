#pragma once

#include <optional>
#include <string>

#include "data/data_settings.h"
#include "data/sentence_pair.h"
#include "io/text_file.h"

namespace dragoman {

/// Reads the pairs of one corpus in order. Puts the corpus's tag before each source, and adds the
/// links of the alignment file. Sources of a language model's corpus are empty.
class PairReader {
 public:
  /// Throws std::runtime_error if a file cannot be opened. If the alignment is auto, pairs have no
  /// links.
  explicit PairReader(const CorpusSettings& corpus);

  /// Reads the next pair. Returns false at the end. Throws std::runtime_error (file:line) for
  /// invalid UTF-8, for files with different numbers of lines, for a line of a TSV file without
  /// exactly two columns, for a file whose lines end in CR alone, and for links that are malformed
  /// or refer to missing words.
  bool next(SentencePair& pair);
  /// True if next() can return without waiting for input.
  bool ready() { return first_.ready() && (!second_ || second_->ready()); }

 private:
  bool next_columns(SentencePair& pair);
  bool next_lines(SentencePair& pair);
  void note_returns(const SentencePair& pair);
  void check_line_ends() const;
  void next_links(bool has_pair, SentencePair& pair);
  void add_tag(SentencePair& pair) const;

  LineReader first_;                  // the source, both columns, or the only side
  std::optional<LineReader> second_;  // the target
  std::optional<LineReader> links_;
  bool is_monolingual_;
  bool has_returns_ = false;  // CR inside the first pair
  std::string tag_;
};

}  // namespace dragoman
