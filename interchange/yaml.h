#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace dragoman {

/// YAML text as JSON: maps, lists, and numbers, true, false and nulls where they stand unquoted;
/// keys are texts. Throws std::runtime_error "SOURCE:line: reason" for what is not YAML.
nlohmann::ordered_json parse_yaml(const std::string& text, const std::string& source);

}  // namespace dragoman
