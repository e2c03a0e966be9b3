#pragma once

#include <nlohmann/json_fwd.hpp>

#include "translate/translation.h"

namespace dragoman {

/// A translation as JSON: text, score, log_probability, tokens, token_log_probabilities, and if its
/// alignment is wanted, source_tokens, attention, token_alignment, word_alignment ([source,
/// target]).
nlohmann::ordered_json translation_json(const Translation& translation, bool with_alignment);

/// As text on one line; what is no UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json& json);

/// The number that is written with as few digits as give `value` back.
double with_few_digits(float value);

}  // namespace dragoman
