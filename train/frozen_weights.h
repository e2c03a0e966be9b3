#pragma once

#include <string>
#include <vector>

#include "model/tensors_file.h"

namespace dragoman {

/// Freezes the weights whose names match a pattern (`*` any text, `?` any character): they get no
/// gradient. Returns the other weights. Throws std::invalid_argument if a pattern matches no
/// weight, or if all weights are frozen.
NamedTensors freeze_weights(const NamedTensors& weights, const std::vector<std::string>& patterns);

}  // namespace dragoman
