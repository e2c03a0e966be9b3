#include "translate/piece_links.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "io/utf8.h"
#include "tokenizer/space_symbol.h"

namespace dragoman {
namespace {

/// Lengths of a text's words in characters, without white space.
struct WordLengths {
  std::vector<size_t> begins = {0};  // first character of each word, then the end of the last word

  void add_word(size_t length) { begins.push_back(begins.back() + length); }
  size_t num_words() const { return begins.size() - 1; }
};

struct CharacterRange {
  size_t begin = 0;
  size_t end = 0;
};

/// Returns the range of each piece, counted in the characters of all pieces.
std::vector<CharacterRange> ranges_of_pieces(const std::vector<std::string>& pieces,
                                             WordLengths& words) {
  std::vector<CharacterRange> ranges;
  size_t at = 0;
  const auto end_word = [&] {
    if (at > words.begins.back()) words.add_word(at - words.begins.back());
  };
  for (std::string_view piece : pieces) {
    CharacterRange range{at, at};
    while (!piece.empty()) {
      if (piece.starts_with(kSpaceSymbol)) {
        end_word();
        piece.remove_prefix(kSpaceSymbol.size());
        continue;
      }
      const std::string_view part = piece.substr(0, piece.find(kSpaceSymbol));
      at += count_characters(part);
      piece.remove_prefix(part.size());
    }
    range.end = at;
    ranges.push_back(range);
  }
  end_word();
  return ranges;
}

std::vector<CharacterRange> ranges_of_tokens(const PiecedText& text, WordLengths& words) {
  std::vector<CharacterRange> ranges;
  size_t at = 0;
  for (size_t i = 0; i < text.tokens.size(); ++i) {
    const ByteSpan& token = text.tokens[i];
    if (i > 0 && text.tokens[i - 1].end < token.begin) words.add_word(at - words.begins.back());
    const size_t begin = at;
    at += count_characters(token.of(text.text));
    ranges.push_back({begin, at});
  }
  if (at > words.begins.back()) words.add_word(at - words.begins.back());
  return ranges;
}

/// Maps positions in one text to positions in the other: word by word if both have the same number
/// of words, else over the whole text.
class CharacterMap {
 public:
  CharacterMap(WordLengths from, WordLengths to) : from_(std::move(from)), to_(std::move(to)) {
    if (from_.num_words() == to_.num_words()) return;
    from_.begins = {0, from_.begins.back()};
    to_.begins = {0, to_.begins.back()};
  }

  CharacterRange map(CharacterRange range) const {
    if (range.begin >= from_.begins.back()) return {to_.begins.back(), to_.begins.back()};
    const auto after = std::upper_bound(from_.begins.begin(), from_.begins.end(), range.begin);
    const size_t word = static_cast<size_t>(after - from_.begins.begin()) - 1;
    const size_t end_word =
        static_cast<size_t>(std::lower_bound(after, from_.begins.end(), range.end) -
                            from_.begins.begin()) -
        1;
    return {scaled(range.begin, word, false), scaled(range.end, end_word, true)};
  }

 private:
  size_t scaled(size_t at, size_t word, bool rounds_up) const {
    const size_t from_length = from_.begins[word + 1] - from_.begins[word];
    const size_t to_length = to_.begins[word + 1] - to_.begins[word];
    const size_t product =
        (at - from_.begins[word]) * to_length + (rounds_up ? from_length - 1 : 0);
    return to_.begins[word] + product / from_length;
  }

  WordLengths from_, to_;
};

/// Returns for each piece the tokens that share characters with it.
std::vector<CharacterRange> tokens_of_pieces(const PiecedText& text) {
  WordLengths piece_words, token_words;
  const auto pieces = ranges_of_pieces(text.pieces, piece_words);
  const auto tokens = ranges_of_tokens(text, token_words);
  const CharacterMap map(std::move(piece_words), std::move(token_words));
  std::vector<CharacterRange> shared;
  for (const CharacterRange& piece : pieces) {
    if (piece.begin == piece.end || tokens.empty()) {
      shared.push_back({});
      continue;
    }
    const CharacterRange range = map.map(piece);
    const auto first = std::partition_point(
        tokens.begin(), tokens.end(), [&](const auto& token) { return token.end <= range.begin; });
    const auto last = std::partition_point(
        first, tokens.end(), [&](const auto& token) { return token.begin < range.end; });
    shared.push_back(
        {static_cast<size_t>(first - tokens.begin()), static_cast<size_t>(last - tokens.begin())});
  }
  return shared;
}

}  // namespace

std::vector<TokenLink> links_of_pieces(const std::vector<AlignmentLink>& links,
                                       const PiecedText& source, const PiecedText& target) {
  const auto sources = tokens_of_pieces(source), targets = tokens_of_pieces(target);
  std::map<std::pair<int32_t, int32_t>, float> weights;
  for (const AlignmentLink& link : links) {
    const CharacterRange from = sources.at(link.source), to = targets.at(link.target);
    for (size_t i = from.begin; i < from.end; ++i) {
      for (size_t j = to.begin; j < to.end; ++j)
        weights[{static_cast<int32_t>(i), static_cast<int32_t>(j)}] += 1;
    }
  }
  std::vector<TokenLink> found;
  for (const auto& [tokens, weight] : weights)
    found.push_back({tokens.first, tokens.second, weight});
  return found;
}

}  // namespace dragoman
