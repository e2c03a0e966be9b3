#include "markup/word_links.h"

#include "io/words.h"
#include "markup/text_tokens.h"

namespace dragoman {
namespace {

struct WordToken {
  int32_t number = 0;
  std::string_view text;
  bool is_word = false;
};

/// Returns the tokens of each word of a text.
std::vector<std::vector<WordToken>> tokens_of_words(std::string_view text) {
  const std::vector<ByteSpan> tokens = text_tokens(text);
  std::vector<std::vector<WordToken>> words;
  size_t number = 0;
  for (const ByteSpan& bytes : link_words(text)) {
    auto& word = words.emplace_back();
    for (; number < tokens.size() && tokens[number].begin < bytes.end; ++number) {
      const std::string_view written = tokens[number].of(text);
      word.push_back({static_cast<int32_t>(number), written, is_word(written)});
    }
  }
  return words;
}

}  // namespace

std::vector<ByteSpan> link_words(std::string_view text) {
  std::vector<ByteSpan> words;
  for (const std::string_view word : split_words(text)) {
    const auto begin = static_cast<size_t>(word.data() - text.data());
    words.push_back({begin, begin + word.size()});
  }
  return words;
}

std::vector<TokenLink> links_of_words(const std::vector<TokenLink>& links, std::string_view source,
                                      std::string_view target) {
  const auto source_words = tokens_of_words(source), target_words = tokens_of_words(target);
  std::vector<TokenLink> found;
  for (const TokenLink& link : links) {
    const auto from = static_cast<size_t>(link.source), to = static_cast<size_t>(link.target);
    if (from >= source_words.size() || to >= target_words.size()) continue;
    for (const WordToken& one : source_words[from]) {
      for (const WordToken& other : target_words[to]) {
        const bool are_words = one.is_word && other.is_word;
        if (are_words || one.text == other.text)
          found.push_back({one.number, other.number, link.weight});
      }
    }
  }
  return found;
}

}  // namespace dragoman
