#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace dragoman {

constexpr const char* kConfigurationAdvice =
    "a configuration is JSON, as `dragoman config` shows, and text is given to `dragoman train` by "
    "--source and --target";

/// Parses a file ("-": stdin) of JSON with // comments. Throws std::invalid_argument
/// "file:line:column: reason" for invalid JSON, with `advice`, and for deep nesting, duplicate keys
/// and a folder; std::runtime_error if the file cannot be read.
nlohmann::ordered_json parse_settings_file(const std::string& path,
                                           const std::string& advice = kConfigurationAdvice);

}  // namespace dragoman
