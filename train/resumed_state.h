#pragma once

#include <string>
#include <vector>

#include "io/log.h"
#include "train/checkpoint.h"

namespace dragoman {

/// Returns the saved state of a checkpoint in `folder` with the corpora and provenance of
/// `current`. Warns on `log` if these change the last digits of later results. Throws
/// std::invalid_argument if the corpora differ, unless `force`. `names` say what the current
/// fingerprints are of.
TrainState resumed_state(TrainState saved, const TrainState& current,
                         const std::vector<std::string>& names, const std::string& folder,
                         bool force, const Logger& log);

/// Returns the saved state of a checkpoint with the `most` best validations whose scores compare
/// with those of `current`: none if the metric or the validation text was another.
TrainState with_comparable_scores(TrainState saved, const TrainState& current, int64_t most,
                                  const Logger& log);

}  // namespace dragoman
