#pragma once

#include <vector>

#include "search/search_settings.h"
#include "translate/line_translator.h"
#include "translate/translation.h"

// Fragments of markup (search.markup): their sentences are translated as plain text, and the tags
// put around the matching words. So are lines with protected parts (search.protect,
// protected_spans).
namespace dragoman {

/// True if the settings alone ask for this. Does not check search.protect.
bool asks_for_markup(const SearchSettings& settings);
/// True if the settings or one of the requests ask for this.
bool asks_for_markup(const SearchSettings& settings,
                     const std::vector<TranslationRequest>& requests);

/// Like Translator::translate_n_best(): the n-th best of a fragment joins the n-th best of each
/// sentence. Prefix and phrases apply to the first sentence. Tokens, their alignment and attention
/// are those of the plain sentences and attributes. The alignment of words is that of
/// shown_links(). Throws std::invalid_argument for requests that watch texts or steps, and for
/// protected spans outside the text.
std::vector<std::vector<Translation>> translate_markup(
    const LineTranslator& lines, const std::vector<TranslationRequest>& requests,
    const SearchSettings& settings, TranslationCounts& counts,
    AlignmentDetail detail = AlignmentDetail::kAll);
/// Throws like translate_markup(), and like LineTranslator::check() for the sentences.
void check_markup(const LineTranslator& lines, const std::vector<TranslationRequest>& requests,
                  const SearchSettings& settings);

}  // namespace dragoman
