#pragma once

#include <vector>

#include "search/search_settings.h"
#include "translate/line_translator.h"
#include "translate/translation.h"

namespace dragoman {

/// Translates whole files (search.document): their texts sentence by sentence, many at a time, and
/// all else stays.
class DocumentTranslator {
 public:
  /// True if these settings ask for it.
  static bool is_needed(const SearchSettings& settings) {
    return settings.document != DocumentFormat::kNone;
  }

  /// `lines` must outlive it.
  explicit DocumentTranslator(const LineTranslator& lines) : lines_(lines) {}

  /// One translation for each request, which has the document's text, and score and
  /// log-probability, summed over sentences. Besides the document it takes memory for some thousand
  /// sentences, or for the largest segment. Throws std::invalid_argument for what is not of the
  /// format, and for requests with prefixes, phrases, or that watch texts or steps.
  std::vector<std::vector<Translation>> translate(const std::vector<TranslationRequest>& requests,
                                                  const SearchSettings& settings,
                                                  TranslationCounts& counts) const;

 private:
  const LineTranslator& lines_;
};

}  // namespace dragoman
