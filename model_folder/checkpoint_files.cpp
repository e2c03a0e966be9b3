#include "model_folder/checkpoint_files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace dragoman {

std::string checkpoint_file(const FolderPaths& paths, int64_t update, const std::string& kind) {
  char number[32];
  std::snprintf(number, sizeof number, "%08lld", static_cast<long long>(update));
  return paths.checkpoints() + "/update-" + number + "." + kind + ".safetensors";
}

std::vector<int64_t> checkpoint_updates(const FolderPaths& paths, const std::string& kind) {
  std::vector<int64_t> updates;
  if (!std::filesystem::is_directory(paths.checkpoints())) return updates;
  for (const auto& entry : std::filesystem::directory_iterator(paths.checkpoints())) {
    long long update = 0;
    const std::string name = entry.path().filename().string();
    const bool is_numbered = std::sscanf(name.c_str(), "update-%lld.", &update) == 1;
    if (is_numbered && entry.path() == checkpoint_file(paths, update, kind))
      updates.push_back(update);
  }
  std::sort(updates.begin(), updates.end());
  return updates;
}

std::optional<int64_t> newest_checkpoint(const FolderPaths& paths) {
  std::vector<int64_t> updates = checkpoint_updates(paths, checkpoint_kind::kTraining);
  const auto interim = checkpoint_updates(paths, checkpoint_kind::kInterimTraining);
  updates.insert(updates.end(), interim.begin(), interim.end());
  if (updates.empty()) return std::nullopt;
  return *std::max_element(updates.begin(), updates.end());
}

bool has_checkpoint(const FolderPaths& paths) { return newest_checkpoint(paths).has_value(); }

std::vector<std::string> checkpoint_weights(const FolderPaths& paths) {
  std::vector<std::string> files;
  for (const int64_t update : checkpoint_updates(paths, checkpoint_kind::kModel))
    files.push_back(checkpoint_file(paths, update, checkpoint_kind::kModel));
  return files;
}

}  // namespace dragoman
