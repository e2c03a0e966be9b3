#pragma once

#include <span>
#include <vector>

#include "architecture/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// A token that may come next.
struct NextToken {
  int32_t token = 0;
  float log_probability = 0;  // by the model
  double score = 0;           // log-probability after penalties; search sums these
};

/// A prefix of a translation, with the data that the rules read.
struct PrefixView {
  const SearchTask& task;
  int64_t length = 0;
  TokenIds tokens = {};  // the task's prompt, then the prefix; empty if no rule reads them
  bool may_end = true;
};

/// Decides which tokens may follow a prefix, and their scores: forced prefixes, minimal lengths,
/// suppressed tokens, repeated n-grams, the repetition penalty.
class TokenRules {
 public:
  TokenRules(const SearchSettings& settings, const SearchVocabulary& vocabulary);

  /// True if the rules need the tokens of a prefix.
  bool needs_tokens() const {
    return settings_.no_repeat_ngram > 0 || settings_.repetition_penalty > 1;
  }
  /// Returns the tokens of the task's prompt, followed by `tokens`.
  static TokenIds with_prompt(const SearchTask& task, const TokenIds& tokens);
  /// Number of best tokens that a step must return so that the `count` best allowed tokens after a
  /// prefix are among them. End of sentence may be one of the `count`.
  int64_t num_best(int64_t count, const PrefixView& prefix) const;
  /// Returns up to `count` allowed next tokens of a row, best first. Where the task's prefix forces
  /// a token, returns that one alone; `next` must then hold the row's distribution.
  std::vector<NextToken> best(const NextTokens& next, size_t row, const PrefixView& prefix,
                              size_t count) const;
  /// Returns the token with its score, allowed or not.
  NextToken scored(int32_t token, float log_probability, const PrefixView& prefix) const;
  /// Returns a row's log-probabilities after penalties; -infinity for tokens that are not allowed.
  std::vector<float> distribution(const NextTokens& next, size_t row,
                                  const PrefixView& prefix) const;

 private:
  /// Tokens that may not follow this prefix, in addition to the suppressed ones.
  TokenIds forbidden_after(const PrefixView& prefix) const;
  /// Score of a token. `repeats`: the prefix has it already.
  double score_of(float log_probability, bool repeats) const;

  const SearchSettings& settings_;
  const SearchVocabulary& vocabulary_;
};

}  // namespace dragoman
