#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/data_settings.h"

namespace dragoman {

/// Chooses pairs of a corpus to validate on: `count` at most, drawn by `seed`. Neither side of such
/// a pair is that of another pair, but for white space at its ends, so that nothing of it is left
/// to train on. Both sides have text; neither is longer than 1,000 bytes, or than four times the
/// other and 40 bytes more. Gives their numbers, from 0, in ascending order. Reads the corpus
/// twice, and holds 4 * count pairs' hashes in memory. Throws std::runtime_error as PairReader
/// does.
std::vector<size_t> choose_held_out(const CorpusSettings& corpus, size_t count, uint64_t seed);

/// Returns how many pairs of `valid` are in `train`, too, but for white space at the ends of lines.
/// Both sides of such a pair have text.
/// Holds a hash of each pair of `valid` in memory. Throws std::runtime_error as PairReader does.
int64_t count_shared_pairs(const CorpusSettings& valid, const CorpusSettings& train);

/// Where the parts of a divided corpus go; .gz is written, too.
struct DividedFiles {
  std::string train_source, train_target;
  std::string valid_source, valid_target;
};

/// Writes the pairs of a corpus whose numbers `held_out` has, in ascending order, to the one pair
/// of files and all others to the other. Throws std::runtime_error if that fails.
void divide_corpus(const CorpusSettings& corpus, const std::vector<size_t>& held_out,
                   const DividedFiles& files);

}  // namespace dragoman
