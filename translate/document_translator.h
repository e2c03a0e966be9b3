#pragma once

#include <vector>

#include "search/search_settings.h"
#include "translate/line_translator.h"
#include "translate/translation.h"

namespace dragoman {

/// Translates whole files (search.document) sentence by sentence, in large batches. Everything that
/// is not text stays.
class DocumentTranslator {
 public:
  /// True if the settings ask for documents.
  static bool is_needed(const SearchSettings& settings) {
    return settings.document != DocumentFormat::kNone;
  }

  /// `lines` must outlive this object.
  explicit DocumentTranslator(const LineTranslator& lines) : lines_(lines) {}

  /// Returns one translation for each request: the translated document, with score and
  /// log-probability summed over its sentences. Memory: the documents, and some thousand sentences
  /// or the largest segment. Throws std::invalid_argument for text that is not of the format, and
  /// like check().
  std::vector<std::vector<Translation>> translate(const std::vector<TranslationRequest>& requests,
                                                  const SearchSettings& settings,
                                                  TranslationCounts& counts) const;

  /// Throws std::invalid_argument for requests with prefixes, phrases, protected spans, or watches
  /// of texts or steps.
  static void check(const std::vector<TranslationRequest>& requests);

 private:
  const LineTranslator& lines_;
};

}  // namespace dragoman
