#pragma once

#include <string>
#include <vector>

#include "markup/marked_text.h"
#include "search/search_settings.h"
#include "translate/translation.h"

namespace dragoman {

/// Returns a sentence's translation with the links between the tokens of both texts. The request's
/// prefix and phrases, and the translations of its terms, are required.
PlainTranslation plain_translation(const TranslationRequest& sentence,
                                   const Translation& translation);

/// Returns the request for the i-th sentence of a text, with the terminology and the watch of
/// `whole`. No term may overlap a protected part.
TranslationRequest sentence_request(const MarkedText& text, size_t i,
                                    const TranslationRequest& whole);

/// Returns the settings for translating the sentences of markup as lines.
SearchSettings for_sentences(const SearchSettings& settings);

/// Returns the function that finds the protected parts of lines (search.protect); empty if none is
/// protected. Throws std::invalid_argument for an invalid expression.
FindSpans kept_spans_of(const SearchSettings& settings);

/// Sets in `options` the symbols for protected parts: the model's `placeholders`, or if it has
/// none, words of the source (search.stand_ins).
void set_symbols(const std::vector<std::string>& placeholders, const SearchSettings& settings,
                 MarkupOptions& options);

/// Cuts plain text into its sentences. Throws Cancelled if the work of this thread is cancelled.
std::vector<std::string> cut_sentences(const std::string& plain);

}  // namespace dragoman
