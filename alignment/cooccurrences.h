#pragma once

#include <cstdint>
#include <vector>

#include "alignment/word_pair_file.h"
#include "alignment/word_table.h"

namespace dragoman {

/// Number of occurrences of each word of both languages.
struct WordCounts {
  std::vector<uint64_t> source;
  std::vector<uint64_t> target;
};

/// Finds candidate translations: words that occur in the same pairs. `forward` and `backward` of an
/// entry are both the square root of the words' Dice coefficient, which is 1 for words that occur
/// only together. Keeps at most `most` entries a source word, those with the largest coefficients.
/// Reads the pairs once for each 4 million source words of the text. Each thread needs 16 bytes for
/// each of these words.
WordTranslations find_cooccurrences(const WordPairFile& pairs, const WordCounts& counts,
                                    size_t most, size_t num_threads);

}  // namespace dragoman
