#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "alignment/align_options.h"
#include "data/alignment_link.h"
#include "data/sentence_pair.h"

namespace dragoman {

struct AlignmentParameters;
class WordList;

/// Aligns the words of a sentence with those of its translation: a hidden Markov model (Vogel et
/// al. 1996) for each direction. Thread-safe.
class AlignmentModel {
 public:
  /// For train_alignment_model(). `parameters` must belong to the words of these lists.
  AlignmentModel(WordList source_words, WordList target_words, AlignmentParameters parameters);
  ~AlignmentModel();
  AlignmentModel(AlignmentModel&&) noexcept;
  AlignmentModel& operator=(AlignmentModel&&) noexcept;

  /// Reads a file of save(). Throws std::runtime_error if the file is missing or damaged.
  static AlignmentModel load(const std::string& path);
  /// Writes a safetensors file, atomically.
  void save(const std::string& path) const;

  /// Aligns the words of two lines in UTF-8, split at ASCII white space. Returns links in ascending
  /// order. Lines of more than 500 words are aligned in parts.
  std::vector<AlignmentLink> align(std::string_view source, std::string_view target,
                                   Symmetrization how = Symmetrization::kGrowDiagFinalAnd) const;
  /// Returns the links of each pair. Throws std::invalid_argument for options out of range.
  std::vector<std::vector<AlignmentLink>> align(const std::vector<SentencePair>& pairs,
                                                const AlignOptions& options = {}) const;

  /// For aligners in this library.
  const AlignmentParameters& parameters() const;

 private:
  struct Impl;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace dragoman
