#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/settings_read.h"

namespace dragoman {

/// Makes a configuration that was written for an earlier version one of this version:
/// train.batch_tokens b, train.accumulate n and train.replicas r become train.update_tokens b * n
/// and train.parts n * r. Gives `overrides` ("train.updates=500") without those of such keys, which
/// stand in `file` then. Throws std::invalid_argument where the file has both kinds of keys, or
/// where the value of a former one is not allowed.
std::vector<std::string> adopt_former_keys(nlohmann::ordered_json& file,
                                           const std::vector<std::string>& overrides,
                                           const ReadContext& context);

}  // namespace dragoman
