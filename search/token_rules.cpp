#include "search/token_rules.h"

#include <algorithm>
#include <limits>

#include "search/hypothesis_score.h"

namespace dragoman {
namespace {

/// A set of tokens, in which each is found at once.
class TokenSet {
 public:
  explicit TokenSet(const TokenIds& tokens) {
    if (!tokens.empty()) has_.resize(std::ranges::max(tokens) + 1);
    for (const int32_t token : tokens) {
      size_ += !has_[token];
      has_[token] = true;
    }
  }
  bool contains(int32_t token) const { return token < std::ssize(has_) && has_[token]; }
  int64_t size() const { return size_; }

 private:
  std::vector<bool> has_;
  int64_t size_ = 0;
};

/// Returns the tokens that would complete an n-gram which `tokens` already contains.
TokenIds repeating(const TokenIds& tokens, size_t n) {
  TokenIds found;
  if (n == 0 || tokens.size() + 1 < n) return found;
  const auto last = tokens.end() - static_cast<std::ptrdiff_t>(n - 1);
  for (size_t i = 0; i + n <= tokens.size(); ++i) {
    if (std::equal(last, tokens.end(), tokens.begin() + static_cast<std::ptrdiff_t>(i)))
      found.push_back(tokens[i + n - 1]);
  }
  return found;
}

}  // namespace

TokenRules::TokenRules(const SearchSettings& settings, const SearchVocabulary& vocabulary)
    : settings_(settings), vocabulary_(vocabulary) {}

TokenIds TokenRules::with_prompt(const SearchTask& task, const TokenIds& tokens) {
  TokenIds all = task.prompt;
  all.insert(all.end(), tokens.begin(), tokens.end());
  return all;
}

int64_t TokenRules::num_best(int64_t count, const PrefixView& prefix) const {
  if (!needs_tokens()) return count;
  const bool all_are_lowered = settings_.repetition_penalty > 1;
  const TokenSet lowered(all_are_lowered ? prefix.tokens
                                         : repeating(prefix.tokens, settings_.no_repeat_ngram));
  // End of sentence may be forbidden, too.
  return count + std::min<int64_t>(std::ssize(prefix.tokens), lowered.size() + 1);
}

TokenIds TokenRules::forbidden_after(const PrefixView& prefix) const {
  TokenIds tokens = repeating(prefix.tokens, settings_.no_repeat_ngram);
  if (!prefix.may_end || prefix.length + 1 < prefix.task.min_length)
    tokens.push_back(vocabulary_.eos);
  return tokens;
}

// Log-probabilities are negative, so a penalty above 1 lowers them.
double TokenRules::score_of(float log_probability, bool repeats) const {
  return static_cast<double>(log_probability) * (repeats ? settings_.repetition_penalty : 1.0);
}

NextToken TokenRules::scored(int32_t token, float log_probability, const PrefixView& prefix) const {
  const bool repeats = std::ranges::find(prefix.tokens, token) != prefix.tokens.end();
  return {token, log_probability, score_of(log_probability, repeats)};
}

std::vector<NextToken> TokenRules::best(const NextTokens& next, size_t row,
                                        const PrefixView& prefix, size_t count) const {
  if (prefix.task.is_forced(prefix.length)) {
    const int32_t token = prefix.task.prefix[prefix.length];
    const float log_probability = next.distribution(row)[token];
    return {{token, log_probability, log_probability}};
  }
  const TokenSet forbidden(forbidden_after(prefix)), used(prefix.tokens);
  std::vector<NextToken> allowed;
  for (int64_t i = 0; i < next.num_best; ++i) {
    const size_t at = row * next.num_best + i;
    const int32_t token = next.tokens[at];
    const float log_probability = next.log_probabilities[at];
    if (!is_possible(log_probability)) break;  // no others are allowed
    if (!forbidden.contains(token))
      allowed.push_back({token, log_probability, score_of(log_probability, used.contains(token))});
  }
  if (needs_tokens()) sort_best_first(allowed);
  if (allowed.size() > count) allowed.resize(count);
  return allowed;
}

std::vector<float> TokenRules::distribution(const NextTokens& next, size_t row,
                                            const PrefixView& prefix) const {
  const auto given = next.distribution(row);
  std::vector<float> values(given.begin(), given.end());
  for (const int32_t token : prefix.tokens)
    values[token] = static_cast<float>(score_of(given[token], true));
  for (const TokenIds& tokens : {vocabulary_.suppressed, forbidden_after(prefix)}) {
    for (const int32_t token : tokens) values[token] = -std::numeric_limits<float>::infinity();
  }
  return values;
}

}  // namespace dragoman
