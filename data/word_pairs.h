#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "data/pair_file.h"
#include "data/sentence_pair.h"
#include "io/text_hash.h"
#include "markup/byte_span.h"

namespace dragoman {

/// Splits a text into words: letters and digits, also with a mark between them, as in "don't" and
/// "3.5". In order. In scripts that write no spaces, each character is a word.
std::vector<ByteSpan> words_of(std::string_view text);

/// Translations of words, learned from a corpus. Finds some certain pairs quickly; not meant for
/// aligning.
class WordPairs {
 public:
  /// Learns from `source` and `target`, line by line. A function of the lines alone. Throws
  /// std::invalid_argument if the numbers of lines differ.
  WordPairs(const std::vector<std::string>& source, const std::vector<std::string>& target);

  /// Returns the translation of a source word. For a frequent word, this is the target word if each
  /// is the other's best by Dice's coefficient, and the coefficient is at least 1/2. (Dice's
  /// coefficient is 2 x lines with both / the sum of lines with each.) Returns "" if there is none,
  /// or if one of them, such as an article, is in more than a tenth of the lines. A rare word, such
  /// as a name, is its own translation.
  std::string_view translation(std::string_view source) const;
  /// Returns the translations of all pairs found, in byte order, each once.
  std::vector<std::string> target_words() const;
  /// Number of pairs found.
  size_t size() const { return translations_.size(); }

 private:
  std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> translations_;
  std::unordered_set<std::string, TextHash, std::equal_to<>> frequent_;  // words of either side
};

/// Learns from at most 30,000 pairs of a corpus, drawn evenly. `corpus` must hold text.
WordPairs learn_word_pairs(const PairFile& corpus);
WordPairs learn_word_pairs(const std::vector<SentencePair>& pairs);

}  // namespace dragoman
