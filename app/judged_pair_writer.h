#pragma once

#include <optional>
#include <string>

#include "data/sentence_pair.h"
#include "io/text_file.h"
#include "translate/pair_filter.h"

namespace dragoman {

/// Output files of judged pairs. Empty: none; "-": stdout.
struct JudgedPairOutputs {
  std::string kept_source = {};  // lines; needs kept_target
  std::string kept_target = {};  // lines; if both are empty, TSV goes to stdout
  std::string dropped = {};      // TSV; its third column is the reason
  bool scores = false;  // adds TSV columns: language model, source language model, translation
};

/// Writes kept and dropped pairs to their files. In TSV, a tab within text becomes a space.
class JudgedPairWriter {
 public:
  /// Throws std::invalid_argument if a file is named twice, or if no TSV file would have the
  /// scores; std::runtime_error if a file cannot be written.
  explicit JudgedPairWriter(const JudgedPairOutputs& outputs);

  void write(const SentencePair& pair, const JudgedPair& judged);
  /// Completes the files under their final names.
  void close();

 private:
  void write_kept(const SentencePair& pair, const JudgedPair& judged);

  bool scores_;
  TextWriter kept_;  // TSV, or the sources
  std::optional<TextWriter> kept_target_;
  std::optional<TextWriter> dropped_;
};

}  // namespace dragoman
