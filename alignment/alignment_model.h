#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "alignment/align_options.h"
#include "alignment/alignment_parameters.h"
#include "alignment/word_list.h"
#include "data/alignment_link.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// Aligns the words of a sentence with those of its translation: a hidden Markov model (Vogel et
/// al. 1996) for each direction. Thread-safe.
class AlignmentModel {
 public:
  /// `parameters` must belong to the words of these lists.
  AlignmentModel(WordList source_words, WordList target_words, AlignmentParameters parameters);

  /// Reads a file of save(). Throws std::runtime_error if the file is missing or damaged.
  static AlignmentModel load(const std::string& path);
  /// Writes a safetensors file, atomically.
  void save(const std::string& path) const;

  /// Aligns the words of two lines, split at white space. Returns links in ascending order. Lines
  /// of more than kLongestPart words are aligned in parts.
  std::vector<AlignmentLink> align(std::string_view source, std::string_view target,
                                   Symmetrization how) const;
  /// Returns the links of each pair. The work can be cancelled by a Cancellation.
  std::vector<std::vector<AlignmentLink>> align(const std::vector<SentencePair>& pairs,
                                                const AlignOptions& options) const;

  const AlignmentParameters& parameters() const { return parameters_; }

 private:
  WordList source_words_;
  WordList target_words_;
  AlignmentParameters parameters_;
};

}  // namespace dragoman
