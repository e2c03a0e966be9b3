#pragma once

#include <string>

#include <c10/core/Device.h>

namespace dragoman {

/// cpu, cuda or cuda:N. Throws std::invalid_argument for other text, and for a GPU that this
/// machine or this LibTorch does not have.
c10::Device parse_device(const std::string& text);

}  // namespace dragoman
