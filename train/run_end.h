#pragma once

#include <cstdint>
#include <string>

#include "io/log.h"
#include "model_folder/train_settings.h"
#include "train/checkpoint.h"

namespace dragoman {

/// Returns true if what is due every so many updates, or at the end of each epoch if `every` is 0,
/// is due after the last update.
bool is_due(int64_t every, const TrainState& state);

/// Returns true if a limit of the settings ends the run: updates, epochs, or validations in a row
/// without a better score.
bool has_ended(const TrainState& state, const TrainSettings& settings);

/// If train.patience has ended the run in `folder`, logs why, and how to go on.
void log_end_by_patience(const TrainState& state, const TrainSettings& settings,
                         const std::string& folder, const Logger& log);

}  // namespace dragoman
