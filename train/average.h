#pragma once

#include <string>
#include <vector>

#include "model/tensors_file.h"

namespace dragoman {

/// The mean of the weights of several files of one model, summed in double precision. Throws
/// std::runtime_error if a tensor is missing or has another shape than in the first file.
NamedTensors average_weights(const std::vector<std::string>& files);

}  // namespace dragoman
