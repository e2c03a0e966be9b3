#pragma once

#include <vector>

#include "search/hypothesis.h"
#include "translate/line_encoder.h"
#include "translate/translation.h"

namespace dragoman {

/// Turns what a search found for the parts of lines into translations of the lines.
class TranslationBuilder {
 public:
  TranslationBuilder(const TextSides& sides, const SearchSettings& settings)
      : sides_(sides), settings_(settings) {}

  /// For each line its translations, the best first, at most settings.num_best: the n-th best of a
  /// line that has parts is made of the n-th best of each. found[i] are those of lines.tasks[i].
  std::vector<std::vector<Translation>> build(const EncodedLines& lines,
                                              std::vector<std::vector<Hypothesis>> found) const;

 private:
  Translation translate_part(const Hypothesis& hypothesis,
                             const std::vector<std::string>& source_pieces) const;
  void append(Translation part, Translation& line) const;
  void rank_by_agreement(std::vector<Translation>& candidates) const;

  const TextSides& sides_;
  const SearchSettings& settings_;
};

}  // namespace dragoman
