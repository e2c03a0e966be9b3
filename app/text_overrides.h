#pragma once

#include <string>
#include <vector>

#include "model_folder/config.h"

namespace dragoman {

/// Applies overrides such as "train.updates=500", in order.
void apply_overrides(const std::vector<std::string>& overrides, Config& config);

/// Returns the defaults with the overrides of a run whose text is named by options. Throws
/// std::invalid_argument if one is wrong or names text, or if one names links of words although
/// pairs of the text are held out (`holds_out`).
Config config_of_overrides(const std::vector<std::string>& overrides, bool holds_out);

}  // namespace dragoman
