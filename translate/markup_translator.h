#pragma once

#include <vector>

#include "search/search_settings.h"
#include "translate/line_translator.h"
#include "translate/translation.h"

namespace dragoman {

/// Translates fragments of markup (search.markup) by the translations of their sentences, and puts
/// their tags around what these became; and lines with parts that stay as they are
/// (search.protect, protected_spans).
class MarkupTranslator {
 public:
  /// True if these settings ask for it, whatever the lines.
  static bool is_needed(const SearchSettings& settings);
  /// True if the settings or one of the requests ask for it.
  static bool is_needed(const SearchSettings& settings,
                        const std::vector<TranslationRequest>& requests);
  /// Throws std::invalid_argument for settings that it cannot work by.
  static void check(const SearchSettings& settings);

  /// `lines` must outlive it.
  explicit MarkupTranslator(const LineTranslator& lines) : lines_(lines) {}

  /// As Translator::translate_n_best: the n-th best of a fragment is made of the n-th best of each
  /// sentence. Prefix and phrases belong to its first sentence. Tokens, alignments and attention
  /// are those of the sentences' plain texts. Throws std::invalid_argument for requests that watch
  /// texts or steps, and for protected spans that are none of their text.
  std::vector<std::vector<Translation>> translate(const std::vector<TranslationRequest>& requests,
                                                  const SearchSettings& settings,
                                                  TranslationCounts& counts) const;
  /// Throws as translate() for requests that it cannot fulfil, and as LineTranslator::check for
  /// their sentences.
  void check(const std::vector<TranslationRequest>& requests, const SearchSettings& settings) const;

 private:
  const LineTranslator& lines_;
};

}  // namespace dragoman
