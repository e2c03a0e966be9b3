#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/settings_read.h"

namespace dragoman {

/// Limits of a JSON body, besides kDeepestJson.
constexpr size_t kMostJsonKeys = 100;    // in an object
constexpr size_t kMostJsonTexts = 5000;  // in a list of texts

/// Parses the JSON object in a request's body. Throws ApiError: 400 bad_json for invalid JSON or
/// UTF-8, deep nesting, a repeated key, or a number outside the range of a double; 400 bad_request
/// for JSON that is not an object.
nlohmann::ordered_json parse_json_body(std::string_view body);

/// Returns the field `key` of `object`. Throws std::invalid_argument if it is missing.
const nlohmann::ordered_json& required_field(const nlohmann::ordered_json& object,
                                             std::string_view key);

/// Reads `value` as one text or a list of texts. Throws std::invalid_argument.
std::vector<std::string> read_texts(const nlohmann::ordered_json& value, const std::string& key);

/// Reads the field `key` of `object`; returns `otherwise` if it is missing. Throws
/// std::invalid_argument for another type.
template <class Value>
Value read_field(const nlohmann::ordered_json& object, const std::string& key,
                 Value otherwise = {}) {
  const auto found = object.find(key);
  if (found != object.end()) read_value(*found, otherwise, any_value(), {.file = "", .path = key});
  return otherwise;
}

/// Counts the characters of all texts, which are UTF-8.
size_t count_characters(const std::vector<std::string>& texts);

/// Throws ApiError (413, text_too_long) if the texts have more than `most` characters. `what`
/// names them in the message, which ends with `advice`.
void check_length(const std::vector<std::string>& texts, int64_t most,
                  const std::string& what = "the texts",
                  const std::string& advice = "send them in parts");

}  // namespace dragoman
