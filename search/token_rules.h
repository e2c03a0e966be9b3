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
  double score = 0;           // log-probability after penalties: what search adds up
};

/// The beginning of a translation, as far as rules look at it.
struct PrefixView {
  const SearchTask& task;
  int64_t length = 0;
  TokenIds tokens = {};  // if the rules look at them
  bool may_end = true;
};

/// Which tokens may follow a prefix and what they count: forced prefixes, shortest lengths, tokens
/// never generated, n-grams that may not come again, the penalty of repetitions.
class TokenRules {
 public:
  TokenRules(const SearchSettings& settings, const SearchVocabulary& vocabulary);

  /// True if the rules look at the tokens of a prefix.
  bool look_at_tokens() const {
    return settings_.no_repeat_ngram > 0 || settings_.repetition_penalty > 1;
  }
  /// How many of the best tokens a step must give so that the best `count` after a prefix of
  /// `length` tokens are sure to be among them, where end of sentence may be one.
  int64_t num_best(int64_t count, int64_t length) const;
  /// The best allowed next tokens of a row, up to `count`, best first; the only one where the task
  /// has a prefix that goes on (`next` must have the row's distribution then).
  std::vector<NextToken> best(const NextTokens& next, size_t row, const PrefixView& prefix,
                              size_t count) const;
  /// The token with its score, whether it is allowed or not.
  NextToken scored(int32_t token, float log_probability, const PrefixView& prefix) const;
  /// A row's log-probabilities after penalties, minus infinity for what is not allowed.
  std::vector<float> distribution(const NextTokens& next, size_t row,
                                  const PrefixView& prefix) const;

 private:
  /// Tokens that are not allowed after this prefix, beside those that never are.
  std::vector<int32_t> forbidden_after(const PrefixView& prefix) const;

  const SearchSettings& settings_;
  const SearchVocabulary& vocabulary_;
};

}  // namespace dragoman
