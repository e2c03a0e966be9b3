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

/// Checks that there are alignments and heads that they guide, both or none. A model that training
/// starts from may have heads that are guided no more.
void check_guidance(const Config& config);

/// The part of check_config that is about data.*.
void check_data(const Config& config);

}  // namespace dragoman
