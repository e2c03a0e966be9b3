#pragma once

#include <string>
#include <vector>

#include "markup/marked_text.h"
#include "search/search_settings.h"
#include "translate/translation.h"

namespace dragoman {

/// A sentence's translation with the links between the tokens of both texts.
PlainTranslation plain_translation(const std::string& source, const Translation& translation);

/// What is asked for the i-th sentence of a text: its translation by the terms of the whole, which
/// are looked for beside what stays.
TranslationRequest sentence_request(const MarkedText& text, size_t i,
                                    const TranslationRequest& whole);

/// The settings with which sentences of markup are translated, as lines.
SearchSettings for_sentences(const SearchSettings& settings);

/// Finds what stays as it is in lines (search.protect); empty where nothing does. Throws
/// std::invalid_argument for what is no expression.
FindSpans kept_spans_of(const SearchSettings& settings);

/// Puts into `options` what stands for parts that stay: the `placeholders` that the model knows, or
/// else words of the source (search.stand_ins).
void set_symbols(const std::vector<std::string>& placeholders, const SearchSettings& settings,
                 MarkupOptions& options);

/// Cuts plain text into its sentences.
std::vector<std::string> cut_sentences(const std::string& plain);

}  // namespace dragoman
