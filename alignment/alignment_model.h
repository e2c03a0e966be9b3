#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "alignment/alignment_parameters.h"
#include "alignment/symmetrization.h"
#include "alignment/word_list.h"
#include "data/alignment_link.h"

namespace dragoman {

/// Finds out which words of a sentence and its translation belong together: a hidden Markov model
/// (Vogel et al. 1996) for each direction. Several threads may use it at once.
class AlignmentModel {
 public:
  /// `parameters` are of the words of these lists.
  AlignmentModel(WordList source_words, WordList target_words, AlignmentParameters parameters);

  /// Reads what save() wrote. Throws std::runtime_error if the file is missing or damaged.
  static AlignmentModel load(const std::string& path);
  /// Writes a safetensors file, atomically.
  void save(const std::string& path) const;

  /// The links of the words of two lines, which white space parts, ascending. Lines of more than
  /// kLongestPart words are aligned in parts.
  std::vector<AlignmentLink> align(std::string_view source, std::string_view target,
                                   Symmetrization how) const;

  const WordList& source_words() const { return source_words_; }
  const WordList& target_words() const { return target_words_; }
  const AlignmentParameters& parameters() const { return parameters_; }

 private:
  WordList source_words_;
  WordList target_words_;
  AlignmentParameters parameters_;
};

}  // namespace dragoman
