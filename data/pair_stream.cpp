#include "data/pair_stream.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "data/seed_use.h"
#include "data/unknown_token_counter.h"
#include "io/random.h"

namespace dragoman {
namespace {

constexpr std::chrono::milliseconds kPatience{20};

}  // namespace

PairStream::PairStream(const CorpusSettings& corpus, const DataSettings& settings,
                       const Tokenizer& source, const Tokenizer& target, Options options)
    : reader_(corpus),
      encoder_(source, target, settings, corpus),
      source_(source),
      target_(target),
      settings_(settings),
      tag_(corpus.tag),
      options_(std::move(options)) {}

/// Translations of words are learned from the first block.
void PairStream::make_sampler(const std::vector<SentencePair>& first_block) {
  std::shared_ptr<const WordPairs> words;
  if (settings_.uses_word_pairs()) {
    words = std::make_shared<const WordPairs>(learn_word_pairs(first_block));
    options_.log->info("standard input: found the translations of {} words", words->size());
  }
  sampler_.emplace(source_, target_, settings_, tag_, std::move(words));
}

void PairStream::draw(const std::vector<SentencePair>& pairs, Examples& examples) {
  if (!sampler_) make_sampler(pairs);
  for (const SentencePair& pair : pairs) {
    const uint64_t key = derive_key(options_.seed, SeedUse::kStreamSegmentations, num_drawn_++);
    examples.add(sampler_->draw(pair, key));
  }
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
  std::vector<SentencePair> drawn;
  PairCounts counts;
  const bool is_first = num_pairs_ == 0;
  UnknownTokenCounter unknown(source_, target_);
  SentencePair pair;
  const auto block_size = static_cast<uint64_t>(settings_.stream_pairs);
  while (counts.kept < block_size && !is_stopped() && read(pair, is_stopped)) {
    const auto example = encoder_.encode(pair, counts);
    if (!example) continue;
    if (is_first) unknown.add(pair, *example);
    if (settings_.draws_examples())
      drawn.push_back(std::move(pair));
    else
      examples->add(*example);
  }
  if (is_stopped()) return nullptr;
  num_pairs_ += counts.kept;
  if (num_pairs_ == 0) {
    throw std::runtime_error("standard input has no usable pairs: " + counts.text() +
                             "; check the text, and data.min_length, data.max_length and "
                             "data.max_ratio");
  }
  if (counts.kept == 0) return nullptr;
  if (!drawn.empty()) draw(drawn, *examples);
  options_.log->info("standard input: {}", counts.text());
  unknown.warn("standard input", options_.log);
  auto block = std::make_shared<CorpusMix>();
  block->add(std::move(examples), 1);
  return block;
}

}  // namespace dragoman
