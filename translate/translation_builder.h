#pragma once

#include <vector>

#include "architecture/model_settings.h"
#include "search/hypothesis.h"
#include "translate/line_encoder.h"
#include "translate/translation.h"

namespace dragoman {

/// What translations tell of their alignment; attention takes memory as the square of their length.
enum class AlignmentDetail { kAll, kLinks };

/// Adds the translation of the next part of a line to that of the parts before.
void append_translation(Translation part, Translation& line);

/// Takes out what search.alignment adds.
void drop_alignment(Translation& translation);

/// Turns what a search found for the parts of lines into translations of the lines.
class TranslationBuilder {
 public:
  /// `step`: whose attention is a token's.
  TranslationBuilder(const TextSides& sides, const SearchSettings& settings, AlignmentStep step,
                     AlignmentDetail detail = AlignmentDetail::kAll)
      : sides_(sides), settings_(settings), step_(step), detail_(detail) {}

  /// For each line its translations, the best first, at most settings.num_best: the n-th best of a
  /// line that has parts is made of the n-th best of each. found[i] are those of lines.tasks[i].
  std::vector<std::vector<Translation>> build(const EncodedLines& lines,
                                              std::vector<std::vector<Hypothesis>> found) const;

 private:
  Translation translate_part(const Hypothesis& hypothesis, const EncodedLines& lines,
                             size_t task) const;
  void rank_by_agreement(std::vector<Translation>& candidates) const;

  const TextSides& sides_;
  const SearchSettings& settings_;
  AlignmentStep step_;
  AlignmentDetail detail_;
};

}  // namespace dragoman
