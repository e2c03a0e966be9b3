#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace dragoman {

/// Converts YAML text to JSON: maps, lists, and unquoted numbers, true, false and nulls. Keys are
/// texts. Throws std::runtime_error "SOURCE:line: reason" for invalid YAML.
nlohmann::ordered_json parse_yaml(const std::string& text, const std::string& source);

}  // namespace dragoman
