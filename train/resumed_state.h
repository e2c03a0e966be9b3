#pragma once

#include <string>

#include "io/log.h"
#include "train/checkpoint.h"

namespace dragoman {

/// Returns the saved state of a checkpoint in `folder` with the corpora and provenance of
/// `current`. Warns on `log` if these change the last digits of later results. Throws
/// std::invalid_argument if the corpora differ, unless `force`.
TrainState resumed_state(TrainState saved, const TrainState& current, const std::string& folder,
                         bool force, const Logger& log);

}  // namespace dragoman
