#pragma once

#include <cstdint>
#include <vector>

#include "search/word_tokens.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// How much of each phrase a hypothesis has.
struct PhraseProgress {
  std::vector<int32_t> matched;  // tokens of each phrase that the hypothesis ends with; once the
                                 // phrase is met its goal, for good
};

/// Phrases that a translation must contain, in any order (Post and Vilar 2018). They may overlap,
/// with each other and with themselves. A phrase that ends in a word is met where the word does not
/// go on.
class PhraseConstraints {
 public:
  /// A phrase that is given several times counts once. `words` must outlive it; without them a
  /// phrase is met wherever its tokens stand. Throws std::invalid_argument for an empty phrase.
  explicit PhraseConstraints(const std::vector<TokenIds>& phrases,
                             const WordTokens* words = nullptr);

  /// The progress of a hypothesis without tokens.
  PhraseProgress start() const;
  /// The progress once `token` stands behind the hypothesis (Knuth, Morris and Pratt 1977).
  void advance(PhraseProgress& progress, int32_t token) const;

  /// True if all phrases are met, or would be if the hypothesis ended.
  bool all_met(const PhraseProgress& progress) const { return tokens_needed(progress) == 0; }
  /// True if the last word of a phrase stands at the end of the hypothesis, and may go on.
  bool is_in_word(const PhraseProgress& progress) const;
  /// True if a word goes on with the token.
  bool continues_word(int32_t token) const { return words_ && words_->begins_in_word[token]; }
  /// What is matched of all phrases: the bank of the hypothesis.
  int64_t tokens_met(const PhraseProgress& progress) const;
  /// So many tokens more are enough: those that the furthest phrase lacks, then the others whole.
  /// Fewer may do where phrases overlap.
  int64_t tokens_needed(const PhraseProgress& progress) const;
  /// The tokens that take an unmet phrase further, each once, in ascending order.
  std::vector<int32_t> wanted(const PhraseProgress& progress) const;

 private:
  struct Phrase {
    TokenIds tokens;
    std::vector<int32_t> fallbacks;  // fallbacks[n]: the longest beginning, shorter than n tokens,
                                     // that the first n tokens end with

    bool ends_in_word;

    Phrase(const TokenIds& phrase_tokens, const WordTokens* words);
    int32_t length() const { return static_cast<int32_t>(tokens.size()); }
    /// What is matched when it is met: all tokens, and the end of its last word.
    int32_t goal() const { return length() + (ends_in_word ? 1 : 0); }
    /// Tokens matched once `token` follows where `matched` < length() were.
    int32_t advanced(int32_t matched, int32_t token) const;
  };

  const WordTokens* words_;  // or none
  std::vector<Phrase> phrases_;
};

}  // namespace dragoman
