#include "markup/word_links.h"

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
  std::vector<std::vector<WordToken>> words;
  size_t end = 0;
  int32_t number = 0;
  for (const ByteSpan& token : text_tokens(text)) {
    if (words.empty() || end < token.begin) words.emplace_back();
    const std::string_view written = token.of(text);
    words.back().push_back({number++, written, is_word(written)});
    end = token.end;
  }
  return words;
}

}  // namespace

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
