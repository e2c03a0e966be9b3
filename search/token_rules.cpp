#include "search/token_rules.h"

#include <algorithm>
#include <limits>

#include "search/hypothesis_score.h"

namespace dragoman {
namespace {

bool contains(const std::vector<int32_t>& ids, int32_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Adds the tokens that would complete an n-gram which `tokens` already contains.
void add_repeating(const TokenIds& tokens, size_t n, std::vector<int32_t>& forbidden) {
  if (n == 0 || tokens.size() + 1 < n) return;
  const auto last = tokens.end() - static_cast<std::ptrdiff_t>(n - 1);
  for (size_t i = 0; i + n <= tokens.size(); ++i) {
    if (std::equal(last, tokens.end(), tokens.begin() + static_cast<std::ptrdiff_t>(i)))
      forbidden.push_back(tokens[i + n - 1]);
  }
}

}  // namespace

TokenRules::TokenRules(const SearchSettings& settings, const SearchVocabulary& vocabulary)
    : settings_(settings), vocabulary_(vocabulary) {}

int64_t TokenRules::num_best(int64_t count, int64_t length) const {
  return count + (needs_tokens() ? length : 0);
}

std::vector<int32_t> TokenRules::forbidden_after(const PrefixView& prefix) const {
  std::vector<int32_t> tokens;
  if (!prefix.may_end || prefix.length + 1 < prefix.task.min_length)
    tokens.push_back(vocabulary_.eos);
  add_repeating(prefix.tokens, settings_.no_repeat_ngram, tokens);
  return tokens;
}

// Log-probabilities are negative, so a penalty above 1 lowers them.
NextToken TokenRules::scored(int32_t token, float log_probability, const PrefixView& prefix) const {
  const bool repeats = settings_.repetition_penalty > 1 && contains(prefix.tokens, token);
  const double penalty = repeats ? settings_.repetition_penalty : 1.0;
  return {token, log_probability, static_cast<double>(log_probability) * penalty};
}

std::vector<NextToken> TokenRules::best(const NextTokens& next, size_t row,
                                        const PrefixView& prefix, size_t count) const {
  if (prefix.task.is_forced(prefix.length)) {
    const int32_t token = prefix.task.prefix[prefix.length];
    const float log_probability = next.distribution(row)[token];
    return {{token, log_probability, log_probability}};
  }
  const std::vector<int32_t> forbidden = forbidden_after(prefix);
  std::vector<NextToken> allowed;
  for (int64_t i = 0; i < next.num_best; ++i) {
    const size_t at = row * next.num_best + i;
    if (!is_possible(next.log_probabilities[at])) break;  // no others are allowed
    if (!contains(forbidden, next.tokens[at]))
      allowed.push_back(scored(next.tokens[at], next.log_probabilities[at], prefix));
  }
  if (needs_tokens()) sort_best_first(allowed);
  if (allowed.size() > count) allowed.resize(count);
  return allowed;
}

std::vector<float> TokenRules::distribution(const NextTokens& next, size_t row,
                                            const PrefixView& prefix) const {
  const auto given = next.distribution(row);
  std::vector<float> values(given.begin(), given.end());
  for (const int32_t token : prefix.tokens) {
    values[token] = static_cast<float>(scored(token, given[token], prefix).score);
  }
  for (const TokenIds& tokens : {vocabulary_.suppressed, forbidden_after(prefix)}) {
    for (const int32_t token : tokens) values[token] = -std::numeric_limits<float>::infinity();
  }
  return values;
}

}  // namespace dragoman
