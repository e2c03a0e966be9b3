#include "train/checkpoint.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace dragoman {
namespace {

constexpr const char* kModel = "model";
constexpr const char* kTraining = "training";
constexpr size_t kOptimizersKept = 2;

nlohmann::json write_state(const TrainState& state) {
  nlohmann::json json{{"update", state.update},
                      {"epoch", state.position.epoch},
                      {"update_of_epoch", state.position.update},
                      {"validations_without_gain", state.validations_without_gain}};
  if (state.best_score) json["best_score"] = *state.best_score;
  return json;
}

TrainState read_state(const nlohmann::json& json) {
  TrainState state;
  state.update = json.at("update");
  state.position = {json.at("epoch"), json.at("update_of_epoch")};
  state.validations_without_gain = json.at("validations_without_gain");
  if (json.contains("best_score")) state.best_score = json["best_score"].get<double>();
  return state;
}

/// All but the last `num_kept` of an ascending list.
std::vector<int64_t> outdated(const std::vector<int64_t>& updates, size_t num_kept) {
  const size_t count = updates.size() > num_kept ? updates.size() - num_kept : 0;
  return {updates.begin(), updates.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

CheckpointStore::CheckpointStore(std::string folder) : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
}

std::string CheckpointStore::path(int64_t update, const char* kind) const {
  char number[32];
  std::snprintf(number, sizeof number, "%08lld", static_cast<long long>(update));
  return folder_ + "/update-" + number + "." + kind + ".safetensors";
}

std::vector<int64_t> CheckpointStore::updates_of(const char* kind) const {
  const std::string ending = std::string(".") + kind + ".safetensors";
  std::vector<int64_t> updates;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    long long update = 0;
    const std::string name = entry.path().filename().string();
    const bool numbered = std::sscanf(name.c_str(), "update-%lld.", &update) == 1;
    if (numbered && entry.path() == path(update, kind)) updates.push_back(update);
  }
  std::sort(updates.begin(), updates.end());
  return updates;
}

void CheckpointStore::save(const TrainState& state, const NamedTensors& weights,
                           const NamedTensors& optimizer, int64_t num_kept) {
  write_tensors(path(state.update, kModel), weights, {{"update", std::to_string(state.update)}});
  write_tensors(path(state.update, kTraining), optimizer, {{"state", write_state(state).dump()}});
  for (const int64_t update : outdated(updates_of(kTraining), kOptimizersKept)) {
    std::filesystem::remove(path(update, kTraining));
  }
  for (const int64_t update : outdated(updates_of(kModel), static_cast<size_t>(num_kept))) {
    std::filesystem::remove(path(update, kTraining));
    std::filesystem::remove(path(update, kModel));
  }
}

std::optional<TrainState> CheckpointStore::load_newest(const NamedTensors& weights,
                                                       const NamedTensors& optimizer,
                                                       const Logger& log) const {
  const std::vector<int64_t> updates = updates_of(kTraining);
  for (auto update = updates.rbegin(); update != updates.rend(); ++update) {
    try {
      load_tensors(path(*update, kModel), weights);
      load_tensors(path(*update, kTraining), optimizer);
      return read_state(
          nlohmann::json::parse(SafetensorsFile(path(*update, kTraining)).metadata().at("state")));
    } catch (const std::exception& error) {
      if (update + 1 == updates.rend()) throw;
      log->warn("{}; going on from the checkpoint before it", error.what());
    }
  }
  return std::nullopt;
}

void CheckpointStore::save_best(const NamedTensors& weights, int64_t update) {
  write_tensors(best(), weights, {{"update", std::to_string(update)}});
}

std::vector<std::string> CheckpointStore::weights_files() const {
  std::vector<std::string> files;
  for (const int64_t update : updates_of(kModel)) files.push_back(path(update, kModel));
  return files;
}

}  // namespace dragoman
