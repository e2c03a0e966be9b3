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

/// Raw text in, raw text out, with a model that somebody else holds: what a Translator, and the
/// validation of training, translate with. Everything that it is given must outlive it.
class LineTranslator {
 public:
  LineTranslator(StepModel& model, const TextSides& sides, const Workers& workers = {})
      : model_(model),
        sides_(sides),
        workers_(workers),
        word_pieces_(std::make_shared<WordPieces>(sides.target)) {}

  /// As Translator::translate.
  std::vector<std::vector<Translation>> translate(
      const std::vector<TranslationRequest>& requests, const SearchSettings& settings,
      TranslationCounts& counts, AlignmentDetail detail = AlignmentDetail::kAll) const;
  /// The best translation of each line.
  std::vector<std::string> translate(const std::vector<std::string>& lines,
                                     const SearchSettings& settings) const;
  /// As Translator::score.
  std::vector<Translation> score(const std::vector<std::string>& lines,
                                 const std::vector<std::string>& translations,
                                 const SearchSettings& settings) const;
  /// What stands for parts that stay as they are in texts to translate, each one token of the
  /// model; none if the model was not trained with data.placeholders.
  std::vector<std::string> placeholders() const { return sides_.placeholders(); }
  /// Throws std::invalid_argument for settings that contradict each other or do not suit the model.
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
