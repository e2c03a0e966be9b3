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
  uint64_t empty = 0;       // left out: a side has no tokens
  uint64_t too_short = 0;   // left out: a side has fewer than data.min_length tokens
  uint64_t too_long = 0;    // left out: a side has more than data.max_length tokens
  uint64_t unlike = 0;      // left out: one side is longer than data.max_ratio times the other
  uint64_t duplicates = 0;  // kept, though their tokens are those of a pair before

  PairCounts& operator+=(const PairCounts& other);
  /// "29000 pairs; left out: 3 with an empty side, ...".
  std::string text() const;
};

/// Makes examples of pairs and leaves out those that the settings do not want. Lengths count end of
/// sentence.
class PairEncoder {
 public:
  /// The tokenizers must outlive it.
  PairEncoder(const Tokenizer& source, const Tokenizer& target, const DataSettings& settings)
      : source_(source), target_(target), settings_(settings) {}

  /// nullopt for a pair to leave out; counts it either way.
  std::optional<Example> encode(const SentencePair& pair, PairCounts& counts) const;

 private:
  const Tokenizer& source_;
  const Tokenizer& target_;
  DataSettings settings_;
};

}  // namespace dragoman
