#pragma once

#include <string>

#include "io/log.h"
#include "model_folder/config.h"

namespace dragoman {

/// Compares the configuration that a run began with (RUN/config.json) with the one that it is to go
/// on with. What cannot change what updates compute may differ, as train.updates, and is told to
/// `log`. Throws std::invalid_argument listing the other differences, unless `force`; and in any
/// case if the tensors would be others: of another model or tokenizer, frozen, averaged.
void check_resumable(const std::string& folder, const Config& config, bool force,
                     const Logger& log);

}  // namespace dragoman
