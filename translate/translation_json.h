#pragma once

#include <nlohmann/json_fwd.hpp>

#include "translate/translation.h"

namespace dragoman {

/// Returns a translation as JSON: text, score, log_probability, tokens, token_log_probabilities;
/// and with alignment: source_tokens, attention, token_alignment, word_alignment ([source,
/// target]).
nlohmann::ordered_json translation_json(const Translation& translation, bool with_alignment);

/// Writes JSON on one line; replaces invalid UTF-8.
std::string json_text(const nlohmann::ordered_json& json);

/// Returns the double with the fewest digits that reads back as `value`.
double with_few_digits(float value);

}  // namespace dragoman
