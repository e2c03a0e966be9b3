#pragma once

#include <optional>

#include "data/data_settings.h"
#include "data/example_source.h"
#include "data/sentence_pair.h"
#include "tokenizer/subword_sampler.h"

namespace dragoman {

/// True if the settings ask for drawn segmentations.
inline bool draws_segmentations(const DataSettings& settings) {
  return settings.bpe_dropout > 0 || settings.unigram_alpha > 0;
}

/// Draws the segmentations of pairs, on the sides that the settings name; the other has its best
/// one. A drawn side of more than data.max_length tokens is replaced by the best segmentation.
class PairSampler {
 public:
  /// The tokenizers must outlive it. Throws std::invalid_argument as SubwordSampler does.
  PairSampler(const Tokenizer& source, const Tokenizer& target, const DataSettings& settings);

  /// A function of the pair and the key.
  Example draw(const SentencePair& pair, uint64_t key) const;

 private:
  struct Side {
    const Tokenizer& tokenizer;
    std::optional<SubwordSampler> sampler;
  };
  TokenIds draw(const Side& side, std::string_view text, uint64_t key) const;

  Side source_, target_;
  int64_t max_length_;
};

}  // namespace dragoman
