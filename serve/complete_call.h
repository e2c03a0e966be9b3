#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "translate/language_model.h"

namespace dragoman {

/// What POST /v1/complete asks for.
struct CompleteCall {
  std::string model;  // "": the first one
  std::vector<std::string> prompts;
  std::vector<std::string> stop;  // a completion ends before the first of these
  nlohmann::ordered_json options = nlohmann::ordered_json::object();  // settings of the search
  bool stream = false;                                                // answers with events
};

/// Reads a body strictly. Throws ApiError: as parse_json_body; 400 bad_request naming the key; 413
/// text_too_long for more than `max_text` characters.
CompleteCall parse_complete_call(std::string_view body, int64_t max_text);

/// The settings that the call asks for: unless it says otherwise one text is drawn, and all that is
/// drawn is told. Throws ApiError (400, bad_request) for what they cannot be.
SearchSettings completion_settings(const CompleteCall& call, const LanguageModel& model,
                                   int64_t max_beam);

}  // namespace dragoman
