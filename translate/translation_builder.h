#pragma once

#include <span>
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

  /// Returns for each line at most settings.num_best translations, best first. found[i] are the
  /// hypotheses for lines.tasks[i], as search_in_batches() returns them. The n-th best translation
  /// of a line in parts joins the n-th best of each part. A sample joins the n-th draw of each, and
  /// samples are ranked by the sum of the parts' scores.
  std::vector<std::vector<Translation>> build(const EncodedLines& lines,
                                              std::vector<std::vector<Hypothesis>> found) const;

 private:
  Translation translate_part(const Hypothesis& hypothesis, const EncodedLines& lines,
                             size_t task) const;
  void align(const EncodedLines& lines, size_t task, Translation& part) const;
  /// Returns the numbers of the hypotheses of a line's parts, in the order of its translations.
  std::vector<size_t> ranking(std::span<const std::vector<Hypothesis>> parts) const;
  void rank_by_agreement(std::vector<Translation>& candidates) const;

  const TextSides& sides_;
  const SearchSettings& settings_;
  AlignmentStep step_;
  AlignmentDetail detail_;
};

}  // namespace dragoman
