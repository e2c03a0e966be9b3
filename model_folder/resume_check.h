#pragma once

#include <string>

#include "io/log.h"
#include "model_folder/config.h"

namespace dragoman {

/// Returns the configuration that a run was last continued with, from RUN/config.json.
Config read_run_config(const std::string& folder);

/// Compares `begun`, the configuration that a run was last continued with, to the one to resume it
/// with. Settings that do not change what updates compute may differ, such as train.updates; logs
/// them. The run's tokenizer may also be named by another path. Throws std::invalid_argument
/// listing the other differences, unless `force`. Always throws if tensors would differ: another
/// model or tokenizer, other frozen weights, another average.
void check_resumable(const std::string& folder, const Config& begun, const Config& config,
                     bool force, const Logger& log);

}  // namespace dragoman
