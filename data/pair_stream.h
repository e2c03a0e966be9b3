#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "data/corpus_mix.h"
#include "data/pair_encoder.h"
#include "data/pair_reader.h"
#include "data/pair_sampler.h"
#include "io/log.h"

namespace dragoman {

/// Pairs that can be read only once, as from stdin: they are taken in blocks, each of which counts
/// as an epoch.
class PairStream {
 public:
  /// What blocks are made with.
  struct Options {
    uint64_t seed = 1;
    Logger log;  // learns what became of the pairs of each block
  };

  /// The tokenizers must outlive it.
  PairStream(const CorpusSettings& corpus, const DataSettings& settings, const Tokenizer& source,
             const Tokenizer& target, Options options);

  /// The next block, of data.stream_pairs pairs or what there is left; nullptr at the end, and when
  /// `is_stopped`, which is asked between pairs and while there is no input, says so.
  std::shared_ptr<const CorpusMix> next(const std::function<bool()>& is_stopped);

 private:
  bool read(SentencePair& pair, const std::function<bool()>& is_stopped);

  PairReader reader_;
  PairEncoder encoder_;
  std::optional<PairSampler> sampler_;
  size_t block_size_;
  Options options_;
  uint64_t num_pairs_ = 0;  // kept until now
};

}  // namespace dragoman
