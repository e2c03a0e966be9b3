#pragma once

#include "model_folder/config.h"

// Functions that the checks of a configuration share.
namespace dragoman {

/// Checks that a configuration has alignments and heads to guide, or neither. A model that training
/// starts from may have guided heads without alignments.
void check_guidance(const Config& config);

/// Checks data.*: a part of check_config().
void check_data(const Config& config);

}  // namespace dragoman
