#pragma once

#include "app/text_training.h"

namespace dragoman {

/// Checks that the options go together, that the files can be read more than once, and that the
/// languages in file names agree. Throws std::invalid_argument, or std::runtime_error for a missing
/// file. Each message says what to type.
void check_text_training(const TextTraining& text, const RunRequest& request);

}  // namespace dragoman
