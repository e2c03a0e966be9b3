#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Limits of a JSON body.
constexpr int kDeepestJson = 32;         // objects and lists within each other
constexpr size_t kMostJsonKeys = 100;    // of an object
constexpr size_t kMostJsonTexts = 5000;  // of a list of texts

/// The object that a request's body holds. Throws ApiError: 400 bad_json for what is no JSON in
/// UTF-8, nests too deeply, has a key twice or a number that no double holds; 400 bad_request for
/// JSON that is no object.
nlohmann::ordered_json parse_json_body(std::string_view body);

/// The field `key` of `object`. Throws std::invalid_argument if it is missing.
const nlohmann::ordered_json& required_field(const nlohmann::ordered_json& object,
                                             const std::string& key);

/// `value` as one text or as a list of them. Throws std::invalid_argument.
std::vector<std::string> read_texts(const nlohmann::ordered_json& value, const std::string& key);

/// The field `key` of `object`, or `otherwise` if it is not there. Throws std::invalid_argument if
/// it is of another type.
bool read_flag(const nlohmann::ordered_json& object, const std::string& key, bool otherwise);
std::string read_text(const nlohmann::ordered_json& object, const std::string& key,
                      const std::string& otherwise);

/// The characters of all texts, which are UTF-8.
size_t count_characters(const std::vector<std::string>& texts);

/// Throws ApiError (413, text_too_long) if the texts have more than `most` characters.
void check_length(const std::vector<std::string>& texts, int64_t most);

}  // namespace dragoman
