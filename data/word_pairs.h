#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "data/pair_file.h"
#include "markup/text_tokens.h"

namespace dragoman {

/// The words of a text: letters and digits, also with a mark between them, as in "don't" and "3.5".
/// Ascending; in scripts that do not part words, each character.
std::vector<TextToken> words_of(std::string_view text);

/// Which words translate each other in a corpus: made for finding some sure pairs in little time,
/// not for aligning.
class WordPairs {
 public:
  /// Learns from `source` and `target`, line by line. The result depends on them alone. Throws
  /// std::invalid_argument if their numbers of lines differ.
  WordPairs(const std::vector<std::string>& source, const std::vector<std::string>& target);

  /// What stands for a source word in a translation. For a word that the corpus has often, the
  /// target word if each is the other's best by Dice's coefficient of the lines that they are in
  /// (2 x lines with both / the sum of lines with each), and it is at least 1/2; "" if there is
  /// none, or if one of them is in more than a tenth of the lines, as articles are. For another
  /// word, as names are, the word itself.
  std::string_view translation(std::string_view source) const;
  /// The translations of pairs that were found, in the order of their bytes, each once.
  std::vector<std::string> target_words() const;
  /// Pairs that were found.
  size_t size() const { return translations_.size(); }

 private:
  struct TextHash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> translations_;
  std::unordered_set<std::string, TextHash, std::equal_to<>> frequent_;  // on either side
};

/// Learns from at most 30,000 pairs of a corpus, drawn evenly. `corpus` holds text.
WordPairs learn_word_pairs(const PairFile& corpus);

}  // namespace dragoman
