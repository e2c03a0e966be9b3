#pragma once

#include <memory>
#include <optional>

#include "data/data_settings.h"
#include "data/example_source.h"
#include "data/placeholder_maker.h"
#include "data/sentence_pair.h"
#include "data/term_annotator.h"
#include "data/text_transformer.h"
#include "tokenizer/subword_sampler.h"

namespace dragoman {

/// Subword regularisation of the sides whose segmentations are drawn; the others have none.
struct SideSamplers {
  std::shared_ptr<const SubwordSampler> source;
  std::shared_ptr<const SubwordSampler> target;  // the source's if both sides have one tokenizer
};

/// Makes the samplers that the settings name. The tokenizers must outlive them. Throws
/// std::invalid_argument as SubwordSampler does.
SideSamplers make_side_samplers(const Tokenizer& source, const Tokenizer& target,
                                const DataSettings& settings);

/// Draws the examples of pairs. Changes their text as data.augment, data.placeholders and
/// data.terms say, and draws segmentations on the configured sides; the other side has its best
/// segmentation. If a drawn side has more than data.max_length tokens, its best segmentation is
/// used. If changed text is then still too long, it loses its terms, and if that is not enough, the
/// original text is used.
class PairSampler {
 public:
  /// The tokenizers must outlive this object. `samplers` are make_side_samplers() of the same
  /// arguments, which corpora share: each has a copy of a vocabulary. `tag` is the corpus's tag;
  /// neither it nor the tokenizers' symbols are ever changed. data.placeholders may replace words
  /// of `words`, besides words that both sides have, and data.terms swaps words of `words`. Throws
  /// std::runtime_error as TermAnnotator does.
  PairSampler(const Tokenizer& source, const Tokenizer& target, const DataSettings& settings,
              SideSamplers samplers, const std::string& tag = "",
              std::shared_ptr<const WordPairs> words = nullptr);
  /// The same, with samplers of its own. Throws as make_side_samplers(), too.
  PairSampler(const Tokenizer& source, const Tokenizer& target, const DataSettings& settings,
              const std::string& tag = "", std::shared_ptr<const WordPairs> words = nullptr);

  /// Draws an example. A function of the pair and the key.
  Example draw(const SentencePair& pair, uint64_t key) const;

 private:
  struct Side {
    const Tokenizer& tokenizer;
    std::shared_ptr<const SubwordSampler> sampler;
  };
  std::optional<SentencePair> change(const SentencePair& pair, uint64_t key) const;
  std::optional<Example> segment_if_fits(const std::optional<SentencePair>& pair,
                                         uint64_t key) const;
  Example segment(const SentencePair& pair, uint64_t key) const;
  TokenIds draw(const Side& side, std::string_view text, uint64_t key) const;

  Side source_, target_;
  std::optional<TextTransformer> transformer_;
  std::optional<PlaceholderMaker> placeholders_;
  std::optional<TermAnnotator> annotator_;
  int64_t max_length_;
};

}  // namespace dragoman
