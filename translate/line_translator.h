#pragma once

#include <string>
#include <vector>

#include "architecture/step_model.h"
#include "search/search_settings.h"
#include "translate/batch_runner.h"
#include "translate/line_encoder.h"
#include "translate/translation.h"
#include "translate/translation_builder.h"
#include "translate/translator.h"
#include "translate/word_pieces.h"

namespace dragoman {

/// Translates raw lines with a model that the caller owns. Translator and the validation during
/// training use it. All arguments of the constructor must outlive this object.
class LineTranslator {
 public:
  LineTranslator(StepModel& model, const TextSides& sides, const Workers& workers = {})
      : model_(model),
        sides_(sides),
        workers_(workers),
        word_pieces_(std::make_shared<WordPieces>(sides.target)) {}

  /// Like Translator::translate_n_best().
  std::vector<std::vector<Translation>> translate(
      const std::vector<TranslationRequest>& requests, const SearchSettings& settings,
      TranslationCounts& counts, AlignmentDetail detail = AlignmentDetail::kAll) const;
  /// Returns the best translation of each line.
  std::vector<std::string> translate(const std::vector<std::string>& lines,
                                     const SearchSettings& settings) const;
  /// Like Translator::score().
  std::vector<Translation> score(const std::vector<std::string>& lines,
                                 const std::vector<std::string>& translations,
                                 const SearchSettings& settings, TranslationCounts& counts) const;
  /// Symbols that stand for protected parts of a source, each one token of the model; empty if the
  /// model was not trained with data.placeholders.
  std::vector<std::string> placeholders() const { return sides_.placeholders(); }
  /// Throws std::invalid_argument for settings that contradict each other or do not apply to the
  /// model.
  void check(const SearchSettings& settings) const;
  /// Throws std::invalid_argument for requests that no translation can fulfil.
  void check(const std::vector<TranslationRequest>& requests, const SearchSettings& settings) const;

 private:
  std::vector<std::vector<Translation>> search(const EncodedLines& lines,
                                               const SearchSettings& settings,
                                               AlignmentDetail detail) const;
  SearchVocabulary vocabulary(const SearchSettings& settings) const;

  StepModel& model_;
  TextSides sides_;
  Workers workers_;
  std::shared_ptr<const WordPieces> word_pieces_;
};

}  // namespace dragoman
