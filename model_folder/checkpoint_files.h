#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model_folder/model_folder.h"

namespace dragoman {

// RUN/checkpoints has, for an update N, update-N.KIND.safetensors, N with eight digits or more.
// KINDs are: model and training, a checkpoint's weights and what the optimiser holds;
// interim-model and interim-training, the same between two checkpoints; best, the weights of a
// validation.

/// Where a file of that update and kind is, or would be.
std::string checkpoint_file(const FolderPaths& paths, int64_t update, const std::string& kind);

/// The updates of which there is such a file, ascending. None where there is no folder.
std::vector<int64_t> checkpoint_updates(const FolderPaths& paths, const std::string& kind);

/// True if there is any checkpoint to go on from.
bool has_checkpoint(const FolderPaths& paths);

/// Paths of the weights of all checkpoints but interim ones, oldest first.
std::vector<std::string> checkpoint_weights(const FolderPaths& paths);

}  // namespace dragoman
