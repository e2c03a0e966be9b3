#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alignment/alignment_model.h"
#include "alignment/word_pairs.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// Aligns all lines of `pairs`, whose numbers of words are those of `parameters`, and gives them to
/// `write`, in order and a group at a time, as to_pharaoh() writes them, each with LF.
void align_word_pairs(const WordPairFile& pairs, const AlignmentParameters& parameters,
                      Symmetrization how, size_t num_threads,
                      const std::function<void(const std::string&)>& write);

/// The links of each pair as to_pharaoh() writes them.
std::vector<std::string> align_sentence_pairs(const std::vector<SentencePair>& pairs,
                                              const AlignmentModel& model, Symmetrization how,
                                              size_t num_threads);

}  // namespace dragoman
