#pragma once

#include <string>
#include <vector>

#include "model/tensors_file.h"

namespace dragoman {

/// Freezes the weights whose names fit one of the patterns (`*` any text, `?` any character): they
/// get no gradient. Returns the others. Throws std::invalid_argument for a pattern that fits none,
/// and if none is left.
NamedTensors freeze_weights(const NamedTensors& weights, const std::vector<std::string>& patterns);

}  // namespace dragoman
