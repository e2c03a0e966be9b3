#pragma once

#include <optional>
#include <string>

#include "data/data_settings.h"
#include "data/example_source.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// What became of the pairs of a corpus.
struct PairCounts {
  uint64_t kept = 0;
  uint64_t empty = 0;       // left out: a side, or the line, has no tokens
  uint64_t too_short = 0;   // left out: a side has fewer than data.min_length tokens
  uint64_t too_long = 0;    // left out: a side has more than data.max_length tokens
  uint64_t unlike = 0;      // left out: one side is longer than data.max_ratio times the other
  uint64_t duplicates = 0;  // kept, though their tokens are those of a pair before

  PairCounts& operator+=(const PairCounts& other);
  /// "29000 pairs; left out: 3 with an empty side, ...", or "... lines; left out: 3 blank, ...".
  std::string text(bool is_monolingual = false) const;
};

/// Makes examples of pairs, or of the lines of a language model's text, and leaves out those that
/// the settings do not want. Lengths count end of sentence. A line of a stream is never left out;
/// its example is its tokens and a line feed.
class PairEncoder {
 public:
  /// The tokenizers must outlive it. Throws std::runtime_error for a stream if the target's has no
  /// token for the line feed.
  PairEncoder(const Tokenizer& source, const Tokenizer& target, const DataSettings& settings,
              bool is_monolingual = false);

  /// nullopt for a pair to leave out; counts it either way.
  std::optional<Example> encode(const SentencePair& pair, PairCounts& counts) const;

 private:
  Example encode_line_of_stream(const std::string& line) const;
  uint64_t PairCounts::*fate_of(const Example& example) const;

  const Tokenizer& source_;
  const Tokenizer& target_;
  DataSettings settings_;
  bool is_monolingual_;
  int32_t line_feed_ = -1;  // of a stream
};

}  // namespace dragoman
