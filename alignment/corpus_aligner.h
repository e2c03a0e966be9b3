#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alignment/alignment_model.h"
#include "alignment/word_pair_file.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// Aligns all lines of `pairs`, whose word numbers are those of `parameters`. Passes the lines to
/// `write` in order, in groups, in the format of to_pharaoh(), each with LF.
void align_word_pairs(const WordPairFile& pairs, const AlignmentParameters& parameters,
                      Symmetrization how, size_t num_threads,
                      const std::function<void(const std::string&)>& write);

/// Aligns each pair. Returns lines in the format of to_pharaoh().
std::vector<std::string> align_sentence_pairs(const std::vector<SentencePair>& pairs,
                                              const AlignmentModel& model, Symmetrization how,
                                              size_t num_threads);

}  // namespace dragoman
