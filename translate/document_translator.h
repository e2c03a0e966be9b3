#pragma once

#include <vector>

#include "search/search_settings.h"
#include "translate/line_translator.h"
#include "translate/translation.h"

// Whole files (search.document), translated sentence by sentence, in large batches. Everything that
// is not text stays.
namespace dragoman {

/// Returns one translation for each request: the translated document, with score and
/// log-probability summed over its sentences. Memory: the documents, and some thousand sentences or
/// the largest segment. Throws std::invalid_argument for text that is not of the format, and like
/// check_documents().
std::vector<std::vector<Translation>> translate_documents(
    const LineTranslator& lines, const std::vector<TranslationRequest>& requests,
    const SearchSettings& settings, TranslationCounts& counts);

/// Throws std::invalid_argument for requests with prefixes, phrases, protected spans, or watches of
/// texts or steps.
void check_documents(const std::vector<TranslationRequest>& requests);

}  // namespace dragoman
