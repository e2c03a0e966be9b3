#pragma once

#include "app/text_training.h"

namespace dragoman {

// Throw std::invalid_argument with a message that says what to type.

/// Checks that the options go together, and that the languages in file names agree.
void check_text_training(const TextTraining& text, const RunRequest& request);
/// Checks that the files can be read more than once. Throws std::runtime_error for a missing file.
void check_text_files(const TextTraining& text);

}  // namespace dragoman
