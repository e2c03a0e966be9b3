#pragma once

#include <cstdint>
#include <vector>

#include "alignment/word_pairs.h"
#include "alignment/word_table.h"

namespace dragoman {

/// How often each word of both languages occurs.
struct WordCounts {
  std::vector<uint64_t> source;
  std::vector<uint64_t> target;
};

/// Which words may be translations of each other: those that occur in the same pairs. Both
/// directions of an entry are the root of the words' Dice coefficient, which is 1 for words that
/// occur only together. Of a source word at most `most` entries stay, those with the greatest
/// coefficients. Goes through the pairs once for each 4 million source words of the text, and takes
/// 16 bytes for each of these in each thread.
WordTranslations find_cooccurrences(const WordPairFile& pairs, const WordCounts& counts,
                                    size_t most, size_t num_threads);

}  // namespace dragoman
