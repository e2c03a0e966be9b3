#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace dragoman {

/// Parses a file ("-": stdin) of JSON with // comments. Throws std::invalid_argument
/// "file:line:column: reason" for invalid JSON, duplicate keys and a folder; std::runtime_error if
/// the file cannot be read.
nlohmann::ordered_json parse_settings_file(const std::string& path);

}  // namespace dragoman
