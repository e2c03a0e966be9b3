#pragma once

#include "model_folder/run_plan.h"
#include "train/exchange.h"
#include "train/training_data.h"

namespace dragoman {

/// The plan of the first process, for all. Throws std::invalid_argument, in all processes, with a
/// line that names a process and what differs there: the configuration, the version of the program
/// or of LibTorch, the table of kernels or the kind of processor.
RunPlan agree_on_plan(const RunPlan& mine, Exchange& exchange);

/// Gives all processes the tokenizers of the first one's folder, where they have others or none.
void share_tokenizers(const TokenizerSettings& settings, const FolderPaths& paths,
                      Exchange& exchange);

/// Throws std::invalid_argument, in all processes, if the corpora of one are not those of the
/// first.
void agree_on_corpora(const TrainingData& data, Exchange& exchange);

}  // namespace dragoman
