#pragma once

#include <vector>

#include "architecture/model_settings.h"
#include "search/hypothesis.h"
#include "translate/line_encoder.h"
#include "translate/translation.h"

namespace dragoman {

/// Appends the translation of the next part of a line to `line`. `source_words`, `target_words`:
/// numbers of the part's first words in the line and its translation.
void append_translation(Translation part, Translation& line, size_t source_words,
                        size_t target_words);

/// Clears the fields that search.alignment fills.
void drop_alignment(Translation& translation);

/// Turns the hypotheses for the parts of lines into translations of the lines.
class TranslationBuilder {
 public:
  /// `step`: the step whose attention belongs to a token.
  TranslationBuilder(const TextSides& sides, const SearchSettings& settings, AlignmentStep step,
                     AlignmentDetail detail = AlignmentDetail::kAll)
      : sides_(sides), settings_(settings), step_(step), detail_(detail) {}

  /// Returns for each line at most settings.num_best translations, best first. The n-th best of a
  /// line in parts joins the n-th best of each part. found[i] are the hypotheses for
  /// lines.tasks[i].
  std::vector<std::vector<Translation>> build(const EncodedLines& lines,
                                              std::vector<std::vector<Hypothesis>> found) const;

 private:
  Translation translate_part(const Hypothesis& hypothesis, const EncodedLines& lines,
                             size_t task) const;
  void align(const EncodedLines& lines, size_t task, Translation& part) const;
  void rank_by_agreement(std::vector<Translation>& candidates) const;

  const TextSides& sides_;
  const SearchSettings& settings_;
  AlignmentStep step_;
  AlignmentDetail detail_;
};

}  // namespace dragoman
