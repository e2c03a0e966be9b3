#include "data/token_links.h"

#include <algorithm>

#include "tokenizer/words.h"

namespace dragoman {
namespace {

/// A range of tokens, `end` not included.
struct TokenRange {
  int32_t begin = 0;
  int32_t end = 0;
};

int32_t num_words(const std::vector<int32_t>& numbers) {
  return numbers.empty() ? 0 : numbers.back() + 1;
}

/// For each word of the text, returns the index of the first of the tokenizer's words in it; then
/// the number of the tokenizer's words. Returns an empty vector if the two splits do not match.
std::vector<int32_t> first_words(const std::vector<std::string_view>& words, int32_t count,
                                 const Tokenizer& tokenizer) {
  std::vector<int32_t> firsts{0};
  const bool one_each = static_cast<int32_t>(words.size()) == count;
  for (const std::string_view word : words) {
    const int32_t parts = one_each ? 1 : num_words(word_numbers(tokenizer.encode_as_pieces(word)));
    firsts.push_back(firsts.back() + parts);
  }
  return firsts.back() == count ? firsts : std::vector<int32_t>();
}

/// Returns the tokens of each word of `text`. `ids` are the text's tokens, with end of sentence.
std::vector<TokenRange> tokens_of_words(std::string_view text, const Tokenizer& tokenizer,
                                        const TokenIds& ids) {
  const std::vector<int32_t> numbers =
      word_numbers(tokenizer.pieces_of({ids.begin(), ids.end() - 1}));
  const std::vector<int32_t> firsts = first_words(split_words(text), num_words(numbers), tokenizer);
  const auto token_of = [&](int32_t word) {
    const auto found = std::lower_bound(numbers.begin(), numbers.end(), word);
    return static_cast<int32_t>(found - numbers.begin());
  };
  std::vector<TokenRange> ranges;
  for (size_t word = 0; word + 1 < firsts.size(); ++word)
    ranges.push_back({token_of(firsts[word]), token_of(firsts[word + 1])});
  return ranges;
}

}  // namespace

void link_tokens(const SentencePair& pair, const Tokenizer& source, const Tokenizer& target,
                 Example& example) {
  example.links.clear();
  if (pair.links.empty()) return;
  const auto sources = tokens_of_words(pair.source, source, example.source),
             targets = tokens_of_words(pair.target, target, example.target);
  if (sources.empty() || targets.empty()) return;
  for (const AlignmentLink& link : pair.links) {
    const TokenRange from = sources.at(static_cast<size_t>(link.source)),
                     to = targets.at(static_cast<size_t>(link.target));
    for (int32_t i = from.begin; i < from.end; ++i) {
      for (int32_t j = to.begin; j < to.end; ++j) example.links.push_back({i, j});
    }
  }
}

}  // namespace dragoman
