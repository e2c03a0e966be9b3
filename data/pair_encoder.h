#pragma once

#include <optional>
#include <string>

#include "data/data_settings.h"
#include "data/example_source.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// Counts of a corpus's pairs, kept and left out.
struct PairCounts {
  uint64_t kept = 0;
  uint64_t empty = 0;      // left out: a side (or the line) has no tokens but the corpus's tag
  uint64_t too_short = 0;  // left out: a side has fewer than data.min_length tokens
  uint64_t too_long = 0;   // left out: a side has more than data.max_length tokens
  uint64_t unlike = 0;  // left out: one side has more than data.max_ratio times the other's tokens
  uint64_t duplicates = 0;  // kept, but their tokens equal those of an earlier pair

  PairCounts& operator+=(const PairCounts& other);
  /// "29000 pairs; left out: 3 with an empty side, ...", or "... lines; left out: 3 blank, ...".
  std::string text(bool is_monolingual = false) const;
};

/// Makes examples of pairs, or of a language model's lines, and leaves out those that the settings
/// exclude. Lengths count end of sentence and the corpus's tag. Lines of a stream are never left
/// out; their examples are their tokens and a line feed.
class PairEncoder {
 public:
  /// The tokenizers must outlive this object. Throws std::runtime_error if the corpus is a stream
  /// and the target's tokenizer has no token for the line feed.
  PairEncoder(const Tokenizer& source, const Tokenizer& target, const DataSettings& settings,
              const CorpusSettings& corpus = {});

  /// Returns nullopt if the pair is left out. Counts the pair either way.
  std::optional<Example> encode(const SentencePair& pair, PairCounts& counts) const;

 private:
  Example encode_line_of_stream(const std::string& line) const;
  uint64_t PairCounts::*fate_of(const Example& example) const;

  const Tokenizer& source_;
  const Tokenizer& target_;
  DataSettings settings_;
  bool is_monolingual_;
  TokenIds tag_;            // tokens of a source that is empty but for the corpus's tag
  int32_t line_feed_ = -1;  // its token, if the corpus is a stream
};

}  // namespace dragoman
