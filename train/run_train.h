#pragma once

#include "io/log.h"
#include "model_folder/run_plan.h"

namespace dragoman {

/// Trains as planned, with `threads` threads (0: one for each core). Throws what Trainer throws,
/// and std::runtime_error if another process trains in the folder.
RunOutcome run_train(const RunPlan& plan, int threads, const Logger& log);

}  // namespace dragoman
