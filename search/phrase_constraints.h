#pragma once

#include <cstdint>
#include <vector>

#include "search/word_tokens.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Progress of a hypothesis through each phrase.
struct PhraseProgress {
  std::vector<int32_t> matched;  // of each way to write a phrase: the number of its tokens that the
                                 // hypothesis ends with; goal() forever once the phrase is met
};

/// Phrases that a translation must contain, in any order (Post and Vilar 2018). They may overlap,
/// with each other and with themselves. A phrase that ends in a word counts as met only if the next
/// token does not continue the word.
class PhraseConstraints {
 public:
  /// Repeated phrases count once. `inside` has for each phrase other tokens that meet it as well,
  /// or none; it may be shorter than `phrases`. `words` must outlive this object; without it a
  /// phrase is met wherever its tokens stand. Throws std::invalid_argument for an empty phrase.
  explicit PhraseConstraints(const std::vector<TokenIds>& phrases,
                             const WordTokens* words = nullptr,
                             const std::vector<TokenIds>& inside = {});

  /// Returns the progress of an empty hypothesis.
  PhraseProgress start() const;
  /// Updates the progress of a hypothesis to which `token` is appended (Knuth, Morris and Pratt
  /// 1977).
  void advance(PhraseProgress& progress, int32_t token) const;

  /// True if all phrases are met, or would be if the hypothesis ended.
  bool all_met(const PhraseProgress& progress) const { return tokens_needed(progress) == 0; }
  /// True if the hypothesis ends with the last word of a phrase and that word may continue.
  bool is_in_word(const PhraseProgress& progress) const;
  /// True if the token continues a word.
  bool continues_word(int32_t token) const { return words_ && words_->begins_in_word[token]; }
  /// Number of matched tokens in all phrases: the hypothesis' bank.
  int64_t tokens_met(const PhraseProgress& progress) const;
  /// Number of further tokens that suffice to meet all phrases. The phrase with most progress takes
  /// its remaining tokens, the others all of theirs. A phrase whose first token would continue a
  /// word takes one more, to end that word. Overlapping phrases may need fewer.
  int64_t tokens_needed(const PhraseProgress& progress) const;
  /// Tokens that advance an unmet phrase, each once, in ascending order.
  std::vector<int32_t> wanted(const PhraseProgress& progress) const;

 private:
  /// Tokens that are a phrase.
  struct Writing {
    TokenIds tokens;
    std::vector<int32_t> fallbacks;  // fallbacks[n]: length of the longest prefix of the phrase,
                                     // below n tokens, that its first n tokens end with

    bool begins_in_word;
    bool ends_in_word;

    Writing(const TokenIds& phrase_tokens, const WordTokens* words);
    int32_t length() const { return static_cast<int32_t>(tokens.size()); }
    /// Progress of a met phrase: all tokens, plus 1 for the end of its last word.
    int32_t goal() const { return length() + (ends_in_word ? 1 : 0); }
    /// Number of tokens that the phrase may take: all, plus 1 to end the word before it.
    int32_t most_tokens() const { return length() + (begins_in_word ? 1 : 0); }
    /// Number of matched tokens after `token`, if `matched` < length() were matched before.
    int32_t advanced(int32_t matched, int32_t token) const;
  };

  /// A phrase's place in writings_: one or two.
  struct Phrase {
    size_t begin, end;
    int32_t most_tokens;  // of the writing that takes fewest
  };

  void add(const TokenIds& phrase, const TokenIds& inside);
  int32_t advanced(const Writing& writing, int32_t matched, int32_t token) const;
  bool is_met(const Phrase& phrase, const PhraseProgress& progress) const;
  bool awaits_end(const Phrase& phrase, const PhraseProgress& progress) const;

  const WordTokens* words_;  // may be null
  std::vector<Writing> writings_;
  std::vector<Phrase> phrases_;
};

}  // namespace dragoman
