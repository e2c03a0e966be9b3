#pragma once

#include <optional>
#include <span>
#include <vector>

#include "data/pair_encoder.h"
#include "data/pair_reader.h"

namespace dragoman {

/// A pair or line of a corpus, and its example; none if it is left out.
struct EncodedPair {
  SentencePair pair;
  std::optional<Example> example;
};

/// Reads and tokenises a corpus block by block, in order, with several threads.
class EncodedPairReader {
 public:
  /// `encoder` must outlive this object. Throws as PairReader does.
  EncodedPairReader(const CorpusSettings& corpus, const PairEncoder& encoder, int num_threads);

  /// Returns the next pairs, valid until the next call; empty at the end. Throws as PairReader
  /// does.
  std::span<const EncodedPair> next();
  /// Counts of kept and left-out pairs so far.
  const PairCounts& counts() const { return counts_; }

 private:
  size_t fill_block();
  void encode_block(size_t count);

  PairReader reader_;
  const PairEncoder& encoder_;
  size_t num_threads_;
  std::vector<EncodedPair> block_;
  PairCounts counts_;
};

}  // namespace dragoman
