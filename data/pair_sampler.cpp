#include "data/pair_sampler.h"

#include <utility>

#include "data/token_links.h"
#include "io/random.h"

namespace dragoman {
namespace {

/// Purposes of keys.
enum KeyUse : uint64_t {
  kSourceSegmentation,
  kTargetSegmentation,
  kTextChange,
  kPlaceholders,
  kTerms
};

/// Returns the tag and the tokenizers' user-defined symbols.
std::vector<std::string> symbols_of(const Tokenizer& source, const Tokenizer& target,
                                    const std::string& tag) {
  std::vector<std::string> symbols = source.user_symbols();
  if (&source != &target)
    for (std::string& symbol : target.user_symbols()) symbols.push_back(std::move(symbol));
  if (!tag.empty()) symbols.push_back(tag);
  return symbols;
}

}  // namespace

SideSamplers make_side_samplers(const Tokenizer& source, const Tokenizer& target,
                                const DataSettings& settings) {
  SideSamplers samplers;
  if (!settings.draws_segmentations()) return samplers;
  const SubwordSampling sampling{settings.bpe_dropout, settings.unigram_alpha};
  if (settings.sampled_sides != Sides::kTarget)
    samplers.source = std::make_shared<const SubwordSampler>(source, sampling);
  if (settings.sampled_sides == Sides::kSource) return samplers;
  const bool is_shared = samplers.source && &source == &target;
  samplers.target =
      is_shared ? samplers.source : std::make_shared<const SubwordSampler>(target, sampling);
  return samplers;
}

PairSampler::PairSampler(const Tokenizer& source, const Tokenizer& target,
                         const DataSettings& settings, SideSamplers samplers,
                         const std::string& tag, std::shared_ptr<const WordPairs> words)
    : source_{source, std::move(samplers.source)},
      target_{target, std::move(samplers.target)},
      max_length_(settings.max_length) {
  if (settings.augment.any()) transformer_.emplace(settings, symbols_of(source, target, tag));
  if (settings.terms.any())
    annotator_.emplace(settings, words.get(), symbols_of(source, target, tag));
  if (settings.placeholders > 0)
    placeholders_.emplace(settings.placeholders, std::move(words), symbols_of(source, target, tag));
}

PairSampler::PairSampler(const Tokenizer& source, const Tokenizer& target,
                         const DataSettings& settings, const std::string& tag,
                         std::shared_ptr<const WordPairs> words)
    : PairSampler(source, target, settings, make_side_samplers(source, target, settings), tag,
                  std::move(words)) {}

Example PairSampler::draw(const SentencePair& pair, uint64_t key) const {
  const std::optional<SentencePair> changed = change(pair, key);
  if (annotator_) {
    const auto with_terms =
        annotator_->annotate(changed ? *changed : pair, derive_key(key, kTerms));
    if (auto example = segment_if_fits(with_terms, key)) return std::move(*example);
  }
  if (auto example = segment_if_fits(changed, key)) return std::move(*example);
  return segment(pair, key);
}

/// Returns the pair in other case, with placeholders, or both; nullopt if it does not change.
std::optional<SentencePair> PairSampler::change(const SentencePair& pair, uint64_t key) const {
  std::optional<SentencePair> changed;
  if (transformer_) changed = transformer_->transform(pair, derive_key(key, kTextChange));
  if (!placeholders_) return changed;
  auto made = placeholders_->make(changed ? *changed : pair, derive_key(key, kPlaceholders));
  return made ? std::move(made) : std::move(changed);
}

std::optional<Example> PairSampler::segment_if_fits(const std::optional<SentencePair>& pair,
                                                    uint64_t key) const {
  if (!pair) return std::nullopt;
  Example example = segment(*pair, key);
  if (length_of(example).longer() > max_length_) return std::nullopt;
  return example;
}

Example PairSampler::segment(const SentencePair& pair, uint64_t key) const {
  Example example{draw(source_, pair.source, derive_key(key, kSourceSegmentation)),
                  draw(target_, pair.target, derive_key(key, kTargetSegmentation))};
  link_tokens(pair, source_.tokenizer, target_.tokenizer, example);
  return example;
}

TokenIds PairSampler::draw(const Side& side, std::string_view text, uint64_t key) const {
  if (text.empty()) return {};  // of a language model
  TokenIds ids = side.sampler ? side.sampler->encode(text, key) : side.tokenizer.encode(text);
  if (static_cast<int64_t>(ids.size()) >= max_length_) ids = side.tokenizer.encode(text);
  ids.push_back(side.tokenizer.eos_id());
  return ids;
}

}  // namespace dragoman
