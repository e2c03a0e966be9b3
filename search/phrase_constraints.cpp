#include "search/phrase_constraints.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

namespace dragoman {

PhraseConstraints::Phrase::Phrase(const TokenIds& phrase_tokens, const WordTokens* words)
    : tokens(phrase_tokens),
      fallbacks(phrase_tokens.size() + 1, 0),
      begins_in_word(words != nullptr && words->begins_in_word[phrase_tokens.front()]),
      ends_in_word(words != nullptr && words->ends_in_word[phrase_tokens.back()]) {
  for (size_t n = 1; n < tokens.size(); ++n) fallbacks[n + 1] = advanced(fallbacks[n], tokens[n]);
}

int32_t PhraseConstraints::Phrase::advanced(int32_t matched, int32_t token) const {
  while (matched > 0 && tokens[matched] != token) matched = fallbacks[matched];
  return tokens[matched] == token ? matched + 1 : 0;
}

PhraseConstraints::PhraseConstraints(const std::vector<TokenIds>& phrases, const WordTokens* words)
    : words_(words) {
  std::set<TokenIds> known;
  for (const TokenIds& phrase : phrases) {
    if (phrase.empty()) {
      throw std::invalid_argument(
          "a phrase that the translation must contain has no tokens; leave it out");
    }
    if (known.insert(phrase).second) phrases_.emplace_back(phrase, words);
  }
}

PhraseProgress PhraseConstraints::start() const {
  return {std::vector<int32_t>(phrases_.size(), 0)};
}

void PhraseConstraints::advance(PhraseProgress& progress, int32_t token) const {
  for (size_t i = 0; i < phrases_.size(); ++i) {
    const Phrase& phrase = phrases_[i];
    int32_t& matched = progress.matched[i];
    if (matched == phrase.goal()) continue;
    if (matched < phrase.length()) {
      matched = phrase.advanced(matched, token);
    } else {
      matched =
          continues_word(token) ? phrase.advanced(phrase.fallbacks[matched], token) : phrase.goal();
    }
  }
}

bool PhraseConstraints::is_in_word(const PhraseProgress& progress) const {
  for (size_t i = 0; i < phrases_.size(); ++i) {
    if (phrases_[i].ends_in_word && progress.matched[i] == phrases_[i].length()) return true;
  }
  return false;
}

int64_t PhraseConstraints::tokens_met(const PhraseProgress& progress) const {
  return std::accumulate(progress.matched.begin(), progress.matched.end(), int64_t{0});
}

int64_t PhraseConstraints::tokens_needed(const PhraseProgress& progress) const {
  // Most tokens of the unmet phrases, and of those that are met unless their last word goes on.
  int64_t unmet = 0, in_word = 0;
  // Most progress of an unmet phrase whose next token continues a word, and of the others.
  int64_t inside = -1, outside = -1;
  for (size_t i = 0; i < phrases_.size(); ++i) {
    const Phrase& phrase = phrases_[i];
    const int32_t matched = progress.matched[i];
    if (matched == phrase.goal()) continue;
    if (matched == phrase.length()) {
      in_word += phrase.most_tokens();
      continue;
    }
    unmet += phrase.most_tokens();
    int64_t& furthest = continues_word(phrase.tokens[matched]) ? inside : outside;
    furthest = std::max<int64_t>(furthest, matched + (phrase.begins_in_word ? 1 : 0));
    if (phrase.begins_in_word) outside = std::max<int64_t>(outside, 0);
  }
  if (unmet == 0) return 0;
  if (in_word == 0) return unmet - std::max(inside, outside);
  return std::min(unmet - outside, unmet + in_word - inside);
}

std::vector<int32_t> PhraseConstraints::wanted(const PhraseProgress& progress) const {
  std::vector<int32_t> tokens;
  for (size_t i = 0; i < phrases_.size(); ++i) {
    const int32_t matched = progress.matched[i];
    if (matched < phrases_[i].length()) tokens.push_back(phrases_[i].tokens[matched]);
  }
  std::sort(tokens.begin(), tokens.end());
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  return tokens;
}

}  // namespace dragoman
