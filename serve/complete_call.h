#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "translate/language_model.h"

namespace dragoman {

/// The body of POST /v1/complete.
struct CompleteCall {
  std::string model;  // "": the first model
  std::vector<std::string> prompts;
  std::vector<std::string> stop;  // a completion ends before the first of these
  nlohmann::ordered_json options = nlohmann::ordered_json::object();  // search settings
  bool stream = false;                                                // respond with events
};

/// Parses a body; unknown keys are errors. Throws ApiError: like parse_json_body(); 400 bad_request
/// naming the key; 413 text_too_long for more than `max_text` characters.
CompleteCall parse_complete_call(std::string_view body, int64_t max_text);

/// Returns the call's search settings, with_completion_defaults(). Throws ApiError (400,
/// bad_request) for invalid settings.
SearchSettings completion_settings(const CompleteCall& call, const LanguageModel& model,
                                   int64_t max_beam);

}  // namespace dragoman
