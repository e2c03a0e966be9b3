#include "data/pair_sampler.h"

#include "data/token_links.h"
#include "io/random.h"

namespace dragoman {

PairSampler::PairSampler(const Tokenizer& source, const Tokenizer& target,
                         const DataSettings& settings)
    : source_{source, std::nullopt},
      target_{target, std::nullopt},
      max_length_(settings.max_length) {
  const SubwordSampling sampling{settings.bpe_dropout, settings.unigram_alpha};
  if (settings.sampled_sides != SampledSides::kTarget) source_.sampler.emplace(source, sampling);
  if (settings.sampled_sides != SampledSides::kSource) target_.sampler.emplace(target, sampling);
}

Example PairSampler::draw(const SentencePair& pair, uint64_t key) const {
  Example example{draw(source_, pair.source, derive_key(key, 0)),
                  draw(target_, pair.target, derive_key(key, 1))};
  link_tokens(pair, source_.tokenizer, target_.tokenizer, example);
  return example;
}

TokenIds PairSampler::draw(const Side& side, std::string_view text, uint64_t key) const {
  if (text.empty()) return {};  // the source of a language model
  TokenIds ids = side.sampler ? side.sampler->encode(text, key) : side.tokenizer.encode(text);
  if (static_cast<int64_t>(ids.size()) >= max_length_) ids = side.tokenizer.encode(text);
  ids.push_back(side.tokenizer.eos_id());
  return ids;
}

}  // namespace dragoman
