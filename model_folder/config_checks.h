#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "model_folder/config.h"

// What the checks of a configuration are made of.
namespace dragoman {

inline std::string number(int64_t value) { return std::to_string(value); }

/// Throws std::invalid_argument unless it holds.
inline void demand(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

/// The part of check_config that is about data.*.
void check_data(const Config& config);

}  // namespace dragoman
