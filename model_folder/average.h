#pragma once

#include <string>
#include <vector>

#include "architecture/weight.h"

namespace dragoman {

/// Returns the mean of the weights in several files of one model ("Attention Is All You Need",
/// section 6.1), summed in double precision. Throws std::runtime_error if a tensor is missing or
/// has another shape than in the first file, and std::invalid_argument if there are no files.
NamedWeights average_weights(const std::vector<std::string>& files);

}  // namespace dragoman
