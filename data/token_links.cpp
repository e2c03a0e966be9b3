#include "data/token_links.h"

#include <algorithm>

#include "tokenizer/text_words.h"
#include "tokenizer/words.h"

namespace dragoman {
namespace {

/// A range of tokens, `end` not included.
struct TokenRange {
  int32_t begin = 0;
  int32_t end = 0;
};

/// Returns the tokens of each word of `text`. `ids` are the text's tokens, with end of sentence.
std::vector<TokenRange> tokens_of_words(std::string_view text, const Tokenizer& tokenizer,
                                        const TokenIds& ids) {
  const std::vector<int32_t> numbers =
      word_numbers(tokenizer.pieces_of({ids.begin(), ids.end() - 1}));
  const std::vector<int32_t> firsts = first_words(text, num_words(numbers), tokenizer);
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
