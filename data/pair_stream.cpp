#include "data/pair_stream.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "data/examples.h"
#include "data/seed_use.h"
#include "io/random.h"

namespace dragoman {
namespace {

constexpr std::chrono::milliseconds kPatience{20};

}  // namespace

PairStream::PairStream(const CorpusSettings& corpus, const DataSettings& settings,
                       const Tokenizer& source, const Tokenizer& target, Options options)
    : reader_(corpus),
      encoder_(source, target, settings),
      block_size_(static_cast<size_t>(settings.stream_pairs)),
      options_(std::move(options)) {
  if (settings.draws_examples()) sampler_.emplace(source, target, settings, corpus.tag);
}

bool PairStream::read(SentencePair& pair, const std::function<bool()>& is_stopped) {
  while (!reader_.ready()) {
    if (is_stopped()) return false;
    std::this_thread::sleep_for(kPatience);
  }
  return reader_.next(pair);
}

std::shared_ptr<const CorpusMix> PairStream::next(const std::function<bool()>& is_stopped) {
  auto examples = std::make_unique<Examples>();
  PairCounts counts;
  SentencePair pair;
  while (examples->size() < block_size_ && !is_stopped() && read(pair, is_stopped)) {
    const auto example = encoder_.encode(pair, counts);
    if (!example) continue;
    const uint64_t key = derive_key(options_.seed, SeedUse::kStreamSegmentations, num_pairs_++);
    examples->add(sampler_ ? sampler_->draw(pair, key) : *example);
  }
  if (is_stopped()) return nullptr;
  if (num_pairs_ == 0) {
    throw std::runtime_error("standard input has no usable pairs: " + counts.text() +
                             "; check the text, and data.min_length, data.max_length and "
                             "data.max_ratio");
  }
  if (examples->size() == 0) return nullptr;
  options_.log->info("standard input: {}", counts.text());
  auto block = std::make_shared<CorpusMix>();
  block->add(std::move(examples), 1);
  return block;
}

}  // namespace dragoman
