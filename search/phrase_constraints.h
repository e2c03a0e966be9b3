#pragma once

#include <cstdint>
#include <vector>

#include "tokenizer/tokenizer.h"

namespace dragoman {

/// How much of each phrase a hypothesis has.
struct PhraseProgress {
  std::vector<int32_t> matched;  // tokens of each phrase that the hypothesis ends with; once the
                                 // phrase is met its length, for good
};

/// Phrases that a translation must contain, in any order (Post and Vilar 2018). They may overlap,
/// with each other and with themselves.
class PhraseConstraints {
 public:
  /// A phrase that is given several times counts once. Throws std::invalid_argument for an empty
  /// one.
  explicit PhraseConstraints(const std::vector<TokenIds>& phrases);

  /// The progress of a hypothesis without tokens.
  PhraseProgress start() const;
  /// The progress once `token` stands behind the hypothesis (Knuth, Morris and Pratt 1977).
  void advance(PhraseProgress& progress, int32_t token) const;

  bool all_met(const PhraseProgress& progress) const { return tokens_needed(progress) == 0; }
  /// Tokens matched of all phrases: the bank of the hypothesis.
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

    explicit Phrase(const TokenIds& phrase_tokens);
    int32_t length() const { return static_cast<int32_t>(tokens.size()); }
    /// Tokens matched once `token` follows where `matched` < length() were.
    int32_t advanced(int32_t matched, int32_t token) const;
  };

  std::vector<Phrase> phrases_;
};

}  // namespace dragoman
