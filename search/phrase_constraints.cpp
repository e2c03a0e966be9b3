#include "search/phrase_constraints.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace dragoman {

PhraseConstraints::Writing::Writing(const TokenIds& phrase_tokens, const WordTokens* words)
    : tokens(phrase_tokens),
      fallbacks(phrase_tokens.size() + 1, 0),
      begins_in_word(words != nullptr && words->begins_in_word[phrase_tokens.front()]),
      ends_in_word(words != nullptr && words->ends_in_word[phrase_tokens.back()]) {
  for (size_t n = 1; n < tokens.size(); ++n) fallbacks[n + 1] = advanced(fallbacks[n], tokens[n]);
}

int32_t PhraseConstraints::Writing::advanced(int32_t matched, int32_t token) const {
  while (matched > 0 && tokens[matched] != token) matched = fallbacks[matched];
  return tokens[matched] == token ? matched + 1 : 0;
}

PhraseConstraints::PhraseConstraints(const std::vector<TokenIds>& phrases, const WordTokens* words,
                                     const std::vector<TokenIds>& inside)
    : words_(words) {
  std::set<TokenIds> known;
  for (size_t i = 0; i < phrases.size(); ++i) {
    if (phrases[i].empty()) {
      throw std::invalid_argument(
          "a phrase that the translation must contain has no tokens; leave it out");
    }
    if (known.insert(phrases[i]).second)
      add(phrases[i], i < inside.size() ? inside[i] : TokenIds());
  }
}

void PhraseConstraints::add(const TokenIds& phrase, const TokenIds& inside) {
  const size_t begin = writings_.size();
  writings_.emplace_back(phrase, words_);
  int32_t most_tokens = writings_.back().most_tokens();
  if (!inside.empty()) {
    writings_.emplace_back(inside, words_);
    most_tokens = std::min(most_tokens, writings_.back().most_tokens());
  }
  phrases_.push_back({begin, writings_.size(), most_tokens});
}

PhraseProgress PhraseConstraints::start() const {
  return {std::vector<int32_t>(writings_.size(), 0)};
}

int32_t PhraseConstraints::advanced(const Writing& writing, int32_t matched, int32_t token) const {
  if (matched < writing.length()) return writing.advanced(matched, token);
  return continues_word(token) ? writing.advanced(writing.fallbacks[matched], token)
                               : writing.goal();
}

void PhraseConstraints::advance(PhraseProgress& progress, int32_t token) const {
  for (const Phrase& phrase : phrases_) {
    if (is_met(phrase, progress)) continue;
    for (size_t i = phrase.begin; i < phrase.end; ++i)
      progress.matched[i] = advanced(writings_[i], progress.matched[i], token);
    if (!is_met(phrase, progress)) continue;
    for (size_t i = phrase.begin; i < phrase.end; ++i) progress.matched[i] = writings_[i].goal();
  }
}

bool PhraseConstraints::is_met(const Phrase& phrase, const PhraseProgress& progress) const {
  for (size_t i = phrase.begin; i < phrase.end; ++i)
    if (progress.matched[i] == writings_[i].goal()) return true;
  return false;
}

/// True if the phrase is met unless the next token continues its last word.
bool PhraseConstraints::awaits_end(const Phrase& phrase, const PhraseProgress& progress) const {
  if (is_met(phrase, progress)) return false;
  for (size_t i = phrase.begin; i < phrase.end; ++i)
    if (progress.matched[i] == writings_[i].length()) return true;
  return false;
}

bool PhraseConstraints::is_in_word(const PhraseProgress& progress) const {
  return std::any_of(phrases_.begin(), phrases_.end(),
                     [&](const Phrase& phrase) { return awaits_end(phrase, progress); });
}

int64_t PhraseConstraints::tokens_met(const PhraseProgress& progress) const {
  int64_t sum = 0;
  for (const Phrase& phrase : phrases_) {
    const auto first = progress.matched.begin();
    sum += *std::max_element(first + static_cast<std::ptrdiff_t>(phrase.begin),
                             first + static_cast<std::ptrdiff_t>(phrase.end));
  }
  return sum;
}

int64_t PhraseConstraints::tokens_needed(const PhraseProgress& progress) const {
  // Most tokens of the unmet phrases, and of those that are met unless their last word goes on.
  int64_t unmet = 0, in_word = 0;
  // Most progress of an unmet phrase whose next token continues a word, and of the others.
  int64_t inside = -1, outside = -1;
  for (const Phrase& phrase : phrases_) {
    if (is_met(phrase, progress)) continue;
    if (awaits_end(phrase, progress)) {
      in_word += phrase.most_tokens;
      continue;
    }
    unmet += phrase.most_tokens;
    for (size_t i = phrase.begin; i < phrase.end; ++i) {
      const Writing& writing = writings_[i];
      const int32_t matched = progress.matched[i];
      int64_t& furthest = continues_word(writing.tokens[matched]) ? inside : outside;
      furthest = std::max<int64_t>(furthest, phrase.most_tokens - (writing.length() - matched));
      if (writing.begins_in_word) outside = std::max<int64_t>(outside, 0);
    }
  }
  if (unmet == 0) return 0;
  return std::min(unmet - outside, unmet + in_word - inside);
}

std::vector<int32_t> PhraseConstraints::wanted(const PhraseProgress& progress) const {
  std::vector<int32_t> tokens;
  for (const Phrase& phrase : phrases_) {
    if (is_met(phrase, progress) || awaits_end(phrase, progress)) continue;
    for (size_t i = phrase.begin; i < phrase.end; ++i)
      tokens.push_back(writings_[i].tokens[progress.matched[i]]);
  }
  std::sort(tokens.begin(), tokens.end());
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  return tokens;
}

}  // namespace dragoman
