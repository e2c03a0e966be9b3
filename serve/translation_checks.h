#pragma once

#include <vector>

#include "serve/text_translation.h"

namespace dragoman {

/// True if a call or its settings wish for more than a plain search: the sentences are then checked
/// with the model before they wait.
bool has_wishes(const TranslateCall& call, const SearchSettings& settings);

/// True if the client chooses how much time preparing a call takes: by wishes, or by expressions.
bool takes_long_to_prepare(const TranslateCall& call, const SearchSettings& settings);

// Checks of a translation call. All throw std::invalid_argument, or ApiError.

/// Limits the results whose memory grows fast: alignment and steps.
void check_amount(const TranslateCall& call, const SearchSettings& settings,
                  const std::vector<TranslatedText>& texts);

/// Phrases need texts of one sentence: nothing says which of several sentences should contain a
/// phrase.
void check_phrases(const TranslateCall& call, const std::vector<TranslatedText>& texts);

/// A document is cut by the code that parses it.
void check_split(const TranslateCall& call, const SearchSettings& settings);

/// The terms of the model are for beam search. The encoder would refuse them, too, but the client
/// did not send them.
void check_own_terms(const TranslateCall& call, const Terminology* own,
                     const SearchSettings& settings);

/// Only lines of plain text can be watched.
void check_watch(const TranslateCall& call, const SearchSettings& settings,
                 const std::vector<TranslationRequest>& requests);

}  // namespace dragoman
