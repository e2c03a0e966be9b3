#pragma once

#include <string>

#include "io/log.h"
#include "train/checkpoint.h"

namespace dragoman {

/// The state of a checkpoint in `folder`, for a process that goes on from it with what `current`
/// says: corpora and provenance. Warns on `log` where the last digits of what follows
/// differ by them. Throws std::invalid_argument if the corpora are others, unless `force`.
TrainState resumed_state(TrainState saved, const TrainState& current, const std::string& folder,
                         bool force, const Logger& log);

}  // namespace dragoman
