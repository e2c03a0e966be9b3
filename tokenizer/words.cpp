#include "tokenizer/words.h"

#include <algorithm>

#include "tokenizer/space_symbol.h"

namespace dragoman {
namespace {

/// Counts words in a sequence of pieces.
class WordCounter {
 public:
  /// Returns the number of the word that the first text of `piece` belongs to. For a piece of
  /// spaces only, returns the number of the next word.
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

  /// Number of the last word that has text; 0 if none has.
  int32_t last() const { return has_text_ || word_ == 0 ? word_ : word_ - 1; }

 private:
  int32_t word_ = 0;
  bool has_text_ = false;  // of the current word
};

}  // namespace

std::vector<int32_t> word_numbers(const std::vector<std::string>& pieces) {
  WordCounter counter;
  std::vector<int32_t> words;
  for (const std::string& piece : pieces) words.push_back(counter.add(piece));
  // Spaces at the end belong to the last word.
  for (int32_t& word : words) word = std::min(word, counter.last());
  return words;
}

}  // namespace dragoman
