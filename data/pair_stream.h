#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "data/corpus_mix.h"
#include "data/examples.h"
#include "data/pair_encoder.h"
#include "data/pair_reader.h"
#include "data/pair_sampler.h"
#include "io/log.h"

namespace dragoman {

/// Pairs that can be read only once, such as those of stdin. They are read in blocks; each block
/// counts as an epoch.
class PairStream {
 public:
  /// Options for making blocks.
  struct Options {
    uint64_t seed = 1;
    Logger log;  // receives counts of each block, and a warning if many tokens of the first are
                 // unknown
  };

  /// The tokenizers must outlive this object.
  PairStream(const CorpusSettings& corpus, const DataSettings& settings, const Tokenizer& source,
             const Tokenizer& target, Options options);

  /// Returns the next block: data.stream_pairs pairs, or the remaining ones. Returns nullptr at the
  /// end, and when `is_stopped` returns true. Calls `is_stopped` between pairs and while waiting
  /// for input. Throws std::runtime_error if all of the input has no usable pair.
  std::shared_ptr<const CorpusMix> next(const std::function<bool()>& is_stopped);

 private:
  void make_sampler(const std::vector<SentencePair>& first_block);
  void draw(const std::vector<SentencePair>& pairs, Examples& examples);
  bool read(SentencePair& pair, const std::function<bool()>& is_stopped);

  PairReader reader_;
  PairEncoder encoder_;
  const Tokenizer& source_;
  const Tokenizer& target_;
  DataSettings settings_;
  std::string tag_;
  std::optional<PairSampler> sampler_;
  Options options_;
  uint64_t num_pairs_ = 0;  // kept so far
  uint64_t num_drawn_ = 0;
};

}  // namespace dragoman
