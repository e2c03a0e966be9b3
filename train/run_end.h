#pragma once

#include <string>

#include "io/log.h"
#include "model_folder/train_settings.h"
#include "train/checkpoint.h"

namespace dragoman {

/// Returns true if a limit of the settings ends the run: updates, epochs, or validations in a row
/// without a better score.
bool has_ended(const TrainState& state, const TrainSettings& settings);

/// If train.patience has ended the run in `folder`, logs why, and how to go on.
void log_end_by_patience(const TrainState& state, const TrainSettings& settings,
                         const std::string& folder, const Logger& log);

}  // namespace dragoman
