#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/data_settings.h"

namespace dragoman {

/// Chooses up to `count` pairs to validate on, drawn by `seed`. No other pair has the same source
/// or target, apart from white space at the ends. Both sides have text, at most 1,000 characters,
/// and at most 40 characters more than four times the other side. Returns their numbers, from 0,
/// ascending. Reads the corpus twice and stores hashes of 4 * count pairs. If too few of them fit,
/// repeats both with 16 times as many, and so on. Throws std::runtime_error as PairReader does.
std::vector<size_t> choose_held_out(const CorpusSettings& corpus, size_t count, uint64_t seed);

/// Returns how many pairs of `valid` are in `train`, too, but for white space at the ends of lines.
/// Both sides of such a pair have text.
/// Holds a hash of each pair of `valid` in memory. Throws std::runtime_error as PairReader does.
int64_t count_shared_pairs(const CorpusSettings& valid, const CorpusSettings& train);

/// Paths of the parts of a divided corpus; names in .gz are compressed.
struct DividedFiles {
  std::string train_source, train_target;
  std::string valid_source, valid_target;
};

/// Writes the pairs whose numbers are in `held_out`, ascending, to the valid files, and all others
/// to the train files. Throws std::runtime_error if a file cannot be written.
void divide_corpus(const CorpusSettings& corpus, const std::vector<size_t>& held_out,
                   const DividedFiles& files);

}  // namespace dragoman
