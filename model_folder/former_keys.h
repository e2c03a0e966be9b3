#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/settings_read.h"

namespace dragoman {

/// Converts a configuration of an earlier version to this version: train.batch_tokens b,
/// train.accumulate n and train.replicas r become train.update_tokens b * n and train.parts n * r.
/// Returns `overrides` ("train.updates=500") without former keys: their values go into `file`.
/// Throws std::invalid_argument if the file has both kinds of keys, or if a former key's value is
/// not allowed.
std::vector<std::string> adopt_former_keys(nlohmann::ordered_json& file,
                                           const std::vector<std::string>& overrides,
                                           const ReadContext& context);

}  // namespace dragoman
