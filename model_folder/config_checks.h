#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "model_folder/config.h"

// Functions that the checks of a configuration share.
namespace dragoman {

inline std::string number(int64_t value) { return std::to_string(value); }

/// Throws std::invalid_argument with `message` unless `holds`.
inline void demand(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

/// Checks that a configuration has alignments and heads to guide, or neither. A model that training
/// starts from may have guided heads without alignments.
void check_guidance(const Config& config);

/// Checks data.*: a part of check_config().
void check_data(const Config& config);

}  // namespace dragoman
