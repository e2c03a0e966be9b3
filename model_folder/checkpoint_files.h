#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model_folder/model_folder.h"

namespace dragoman {

/// RUN/checkpoints has files update-N.KIND.safetensors. N is the update, with eight digits or more.
/// These are the KINDs. Model and training are a checkpoint: its weights and the state of the
/// optimiser. The interim ones are the same between two checkpoints. Best has the weights of a
/// validation.
namespace checkpoint_kind {
constexpr const char* kModel = "model";
constexpr const char* kTraining = "training";
constexpr const char* kInterimModel = "interim-model";
constexpr const char* kInterimTraining = "interim-training";
constexpr const char* kBest = "best";
}  // namespace checkpoint_kind

/// Returns the path of the file of that update and kind, which need not exist.
std::string checkpoint_file(const FolderPaths& paths, int64_t update, const std::string& kind);

/// Returns the updates that have a file of that kind, ascending; none if the folder does not exist.
std::vector<int64_t> checkpoint_updates(const FolderPaths& paths, const std::string& kind);

/// Returns the update that a run continues from: that of its newest checkpoint, interim or not.
/// Returns nullopt if there is none.
std::optional<int64_t> newest_checkpoint(const FolderPaths& paths);

/// Returns true if there is a checkpoint to resume from, interim or not.
bool has_checkpoint(const FolderPaths& paths);

/// Returns the paths of the weights of all checkpoints except interim ones, oldest first.
std::vector<std::string> checkpoint_weights(const FolderPaths& paths);

}  // namespace dragoman
