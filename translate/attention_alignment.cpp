#include "translate/attention_alignment.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "tokenizer/space_symbol.h"

namespace dragoman {
namespace {

/// `values` are not empty; of equal ones the first.
int32_t position_of_most(const std::vector<float>& values) {
  return static_cast<int32_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

/// Counts words while pieces pass by.
class WordCounter {
 public:
  /// The word that holds the first text of `piece`; of a piece of spaces only, the word that comes
  /// next.
  int32_t add(std::string_view piece) {
    int32_t word_of_piece = -1;
    while (!piece.empty()) {
      if (piece.starts_with(kSpaceSymbol)) {
        if (has_text_) ++word_;
        has_text_ = false;
        piece.remove_prefix(kSpaceSymbol.size());
        continue;
      }
      has_text_ = true;
      if (word_of_piece < 0) word_of_piece = word_;
      piece = piece.substr(std::min(piece.find(kSpaceSymbol), piece.size()));
    }
    return word_of_piece < 0 ? word_ : word_of_piece;
  }

  /// The last word that has text; 0 if none has.
  int32_t last() const { return has_text_ || word_ == 0 ? word_ : word_ - 1; }

 private:
  int32_t word_ = 0;
  bool has_text_ = false;  // of the word
};

}  // namespace

std::vector<AlignmentLink> align_tokens(const std::vector<std::vector<float>>& attention) {
  std::vector<AlignmentLink> links;
  for (size_t token = 0; token < attention.size(); ++token) {
    if (attention[token].empty()) continue;
    links.push_back({position_of_most(attention[token]), static_cast<int32_t>(token)});
  }
  return links;
}

std::vector<int32_t> word_numbers(const std::vector<std::string>& pieces) {
  WordCounter counter;
  std::vector<int32_t> words;
  for (const std::string& piece : pieces) words.push_back(counter.add(piece));
  for (int32_t& word : words) word = std::min(word, counter.last());  // spaces at the end
  return words;
}

std::vector<AlignmentLink> align_words(const std::vector<AlignmentLink>& token_links,
                                       const std::vector<std::string>& source_pieces,
                                       const std::vector<std::string>& target_pieces) {
  const std::vector<int32_t> source_words = word_numbers(source_pieces);
  const std::vector<int32_t> target_words = word_numbers(target_pieces);
  std::set<AlignmentLink> links;
  for (const AlignmentLink& link : token_links) {
    links.insert({source_words[link.source], target_words[link.target]});
  }
  return {links.begin(), links.end()};
}

std::string replacement(const std::vector<std::string>& target_pieces, size_t position,
                        const std::vector<std::string>& source_pieces,
                        const std::vector<float>& attention) {
  if (attention.empty()) return target_pieces[position];
  std::string_view piece = source_pieces[position_of_most(attention)];
  const bool follows_space = position > 0 && target_pieces[position - 1] == kSpaceSymbol;
  if (follows_space && piece.starts_with(kSpaceSymbol)) piece.remove_prefix(kSpaceSymbol.size());
  return std::string(piece);
}

}  // namespace dragoman
