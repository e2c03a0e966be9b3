#pragma once

#include "architecture/model_settings.h"

namespace dragoman {

/// Throws std::invalid_argument, which says what to change, if settings of a model contradict each
/// other: heads that do not divide the width, guided heads that are not there.
void check_model(const ModelSettings& model);

}  // namespace dragoman
