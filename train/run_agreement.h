#pragma once

#include "model_folder/run_plan.h"
#include "train/exchange.h"
#include "train/training_data.h"

namespace dragoman {

/// Returns the plan of the first process in all processes. Throws std::invalid_argument, in all
/// processes, if one differs from the first. The error names the process and the difference: the
/// configuration, the version of the program or of LibTorch, or, where products are LibTorch's, the
/// table of kernels or the kind of processor.
RunPlan agree_on_plan(const RunPlan& mine, Exchange& exchange);

/// Copies the tokenizers in the first process's folder to the processes that have others or none.
/// Throws std::invalid_argument in a process whose folder has a model with other tokenizers.
void share_tokenizers(const TokenizerSettings& settings, const FolderPaths& paths,
                      Exchange& exchange);

/// Throws std::invalid_argument, in all processes, if one has other corpora than the first.
void agree_on_corpora(const TrainingData& data, Exchange& exchange);

}  // namespace dragoman
