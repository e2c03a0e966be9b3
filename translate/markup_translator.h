#pragma once

#include <vector>

#include "search/search_settings.h"
#include "translate/line_translator.h"
#include "translate/translation.h"

namespace dragoman {

/// Translates fragments of markup (search.markup): translates their sentences as plain text and
/// puts the tags around the matching words. Also translates lines with protected parts
/// (search.protect, protected_spans).
class MarkupTranslator {
 public:
  /// True if the settings alone require this class. Does not check search.protect.
  static bool is_needed(const SearchSettings& settings);
  /// True if the settings or one of the requests require this class.
  static bool is_needed(const SearchSettings& settings,
                        const std::vector<TranslationRequest>& requests);
  /// Throws std::invalid_argument for an invalid search.protect.
  static void check(const SearchSettings& settings);

  /// `lines` must outlive this object.
  explicit MarkupTranslator(const LineTranslator& lines) : lines_(lines) {}

  /// Like Translator::translate_n_best(): the n-th best of a fragment joins the n-th best of each
  /// sentence. Prefix and phrases apply to the first sentence. Tokens, their alignment and
  /// attention are those of the plain sentences and attributes. The alignment of words is that of
  /// shown_links(). Throws std::invalid_argument for requests that watch texts or steps, and for
  /// protected spans outside the text.
  std::vector<std::vector<Translation>> translate(
      const std::vector<TranslationRequest>& requests, const SearchSettings& settings,
      TranslationCounts& counts, AlignmentDetail detail = AlignmentDetail::kAll) const;
  /// Throws like translate(), and like LineTranslator::check() for the sentences.
  void check(const std::vector<TranslationRequest>& requests, const SearchSettings& settings) const;

 private:
  const LineTranslator& lines_;
};

}  // namespace dragoman
