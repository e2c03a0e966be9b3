#include "data/encoded_pair_reader.h"

#include <algorithm>

#include "io/block_limit.h"
#include "threads/run_in_threads.h"

namespace dragoman {
namespace {

constexpr size_t kPairsOfThread = 4096;

}  // namespace

EncodedPairReader::EncodedPairReader(const CorpusSettings& corpus, const PairEncoder& encoder,
                                     int num_threads)
    : reader_(corpus),
      encoder_(encoder),
      num_threads_(static_cast<size_t>(std::max(1, num_threads))),
      block_(kPairsOfThread * num_threads_) {}

std::span<const EncodedPair> EncodedPairReader::next() {
  const size_t count = fill_block();
  encode_block(count);
  return std::span(block_).first(count);
}

size_t EncodedPairReader::fill_block() {
  size_t count = 0;
  BlockLimit limit(block_.size());
  while (!limit.is_reached() && reader_.next(block_[count].pair)) {
    const SentencePair& pair = block_[count++].pair;
    limit.add(pair.source.size() + pair.target.size());
  }
  return count;
}

void EncodedPairReader::encode_block(size_t count) {
  std::vector<PairCounts> counts(num_threads_);
  run_in_threads(num_threads_, [&](size_t t) {
    for (size_t i = count * t / num_threads_; i < count * (t + 1) / num_threads_; ++i)
      block_[i].example = encoder_.encode(block_[i].pair, counts[t]);
  });
  for (const PairCounts& of_thread : counts) counts_ += of_thread;
}

}  // namespace dragoman
