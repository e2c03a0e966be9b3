#pragma once

#include <optional>
#include <string>

#include "data/sentence_pair.h"
#include "io/text_file.h"
#include "translate/pair_filter.h"

namespace dragoman {

/// Where judged pairs go. Empty is nowhere, "-" is stdout.
struct JudgedPairOutputs {
  std::string kept_source = {};  // file of lines, together with kept_target
  std::string kept_target = {};  // without the two: TSV to stdout
  std::string dropped = {};      // TSV, with the reason as its third column
  bool scores = false;  // three more columns in TSV: language model, the source's, translation
};

/// Writes kept and dropped pairs, each to its place. In TSV a tab of the text becomes a space.
class JudgedPairWriter {
 public:
  /// Throws std::invalid_argument for a file that is named twice, std::runtime_error for one that
  /// cannot be written.
  explicit JudgedPairWriter(const JudgedPairOutputs& outputs);

  void write(const SentencePair& pair, const JudgedPair& judged);
  /// Makes the files appear under their names.
  void close();

 private:
  void write_kept(const SentencePair& pair, const JudgedPair& judged);

  bool scores_;
  TextWriter kept_;  // both columns, or the source
  std::optional<TextWriter> kept_target_;
  std::optional<TextWriter> dropped_;
};

}  // namespace dragoman
