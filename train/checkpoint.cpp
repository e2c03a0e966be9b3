#include "train/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/folder.h"
#include "io/output_file.h"
#include "model_folder/new_run_options.h"

namespace dragoman {
namespace {

using namespace checkpoint_kind;

constexpr size_t kOptimizersKept = 2;

/// Returns all except the last `num_kept` of an ascending list.
std::vector<int64_t> outdated(const std::vector<int64_t>& updates, size_t num_kept) {
  const size_t count = updates.size() > num_kept ? updates.size() - num_kept : 0;
  return {updates.begin(), updates.begin() + static_cast<std::ptrdiff_t>(count)};
}

[[noreturn]] void throw_unreadable(const FolderPaths& paths, const std::exception& error) {
  throw std::runtime_error("no checkpoint of " + paths.folder + " can be read (" + error.what() +
                           "): train a new run, by " + new_run_options(paths));
}

}  // namespace

bool TrainState::add_score(double score) {
  const bool is_best = std::isfinite(score) && (!best_score || score > *best_score);
  if (is_best) best_score = score;
  validations_without_gain = is_best ? 0 : validations_without_gain + 1;
  return is_best;
}

std::string write_state(const TrainState& state) {
  nlohmann::json json{{"update", state.update},
                      {"epoch", state.position.epoch},
                      {"update_of_epoch", state.position.update},
                      {"validations_without_gain", state.validations_without_gain},
                      {"last_validated", state.last_validated},
                      {"lacks_validation", state.lacks_validation},
                      {"report_loss", state.report.loss},
                      {"report_alignment_loss", state.report.alignment_loss},
                      {"report_gradient_norm", state.report.gradient_norm},
                      {"report_updates", state.report.updates},
                      {"report_skipped", state.report.skipped},
                      {"report_target_tokens", state.report.target_tokens},
                      {"report_linked_tokens", state.report.linked_tokens},
                      {"skipped_in_row", state.skipped_in_row},
                      {"rollbacks", state.rollbacks},
                      {"parts", state.parts},
                      {"batch_tokens", state.former_batch_tokens},
                      {"program", state.provenance.program},
                      {"libtorch", state.provenance.libtorch},
                      {"kernels", state.provenance.kernels},
                      {"processor", state.provenance.processor},
                      {"batches", state.provenance.batches},
                      {"fingerprints", state.fingerprints},
                      {"metric", state.metric},
                      {"valid_fingerprint", state.valid_fingerprint},
                      {"best", nlohmann::json::array()}};
  for (const RankedWeights& best : state.best) json["best"].push_back({best.score, best.update});
  if (state.best_score) json["best_score"] = *state.best_score;
  return json.dump();
}

TrainState read_state(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  TrainState state;
  state.update = json.at("update");
  state.position = {json.at("epoch"), json.at("update_of_epoch")};
  state.validations_without_gain = json.at("validations_without_gain");
  // Versions without this number saved a checkpoint before the validation of the same update.
  state.last_validated = json.value("last_validated", int64_t{-1});
  state.lacks_validation = json.value("lacks_validation", false);
  state.report.loss = json.at("report_loss");
  state.report.alignment_loss = json.value("report_alignment_loss", 0.0);
  state.report.gradient_norm = json.at("report_gradient_norm");
  state.report.updates = json.at("report_updates");
  state.report.skipped = json.at("report_skipped");
  state.report.target_tokens = json.at("report_target_tokens");
  state.report.linked_tokens = json.value("report_linked_tokens", int64_t{0});
  state.skipped_in_row = json.at("skipped_in_row");
  state.rollbacks = json.at("rollbacks");
  state.parts = json.value("parts", int64_t{0});
  state.former_batch_tokens = json.at("batch_tokens");
  state.provenance = {.program = json.value("program", ""),
                      .libtorch = json.value("libtorch", ""),
                      .kernels = json.value("kernels", ""),
                      .processor = json.value("processor", ""),
                      .batches = json.value("batches", int64_t{0})};
  state.fingerprints = json.at("fingerprints");
  state.metric = json.value("metric", "");
  state.valid_fingerprint = json.value("valid_fingerprint", "");
  for (const auto& best : json.at("best")) {
    // Earlier versions kept scores that are not finite, which JSON writes as null.
    if (!best.at(0).is_null()) state.best.push_back({best.at(0), best.at(1)});
  }
  if (json.contains("best_score")) {
    state.best_score = json.at("best_score");
  } else if (!state.best.empty()) {  // of an earlier version
    state.best_score = state.best.front().score;
  }
  return state;
}

void CheckpointStore::make_missing_folder() const {
  std::error_code ignored;  // the write will say what is wrong
  std::filesystem::create_directory(paths_.checkpoints(), ignored);
}

void CheckpointStore::write(const TrainState& state, const NamedTensors& weights,
                            const NamedTensors& optimizer, bool interim) {
  const std::string model = path(state.update, interim ? kInterimModel : kModel);
  const std::string training = path(state.update, interim ? kInterimTraining : kTraining);
  make_missing_folder();
  write_tensors(model, weights, {{"update", std::to_string(state.update)}});
  try {
    write_tensors(training, optimizer, {{"state", write_state(state)}});
  } catch (...) {
    // On a full disk, each attempt would leave such a file.
    if (!std::filesystem::exists(training)) remove(state.update, interim ? kInterimModel : kModel);
    throw;
  }
}

std::vector<int64_t> CheckpointStore::removable(const char* kind) {
  try {
    return updates_of(kind);
  } catch (const std::filesystem::filesystem_error& error) {
    if (undeletable_.insert(paths_.checkpoints()).second)
      log_->warn("{}; files that are no longer needed stay for now", message_of(error));
    return {};
  }
}

bool CheckpointStore::remove(int64_t update, const char* kind) {
  const std::string file = path(update, kind);
  std::error_code error;
  std::filesystem::remove(file, error);
  if (error && undeletable_.insert(file).second) {
    log_->warn("'{}' is no longer needed, but cannot be deleted: {}; each checkpoint tries again",
               file, error.message());
  }
  return !error;
}

void CheckpointStore::remove_interim(int64_t before_update) {
  for (const int64_t update : removable(kInterimModel)) {
    if (update < before_update && remove(update, kInterimTraining)) remove(update, kInterimModel);
  }
}

void CheckpointStore::remove_unfinished() {
  std::vector<std::filesystem::path> unfinished;
  for (const auto& entry : std::filesystem::directory_iterator(paths_.checkpoints())) {
    if (entry.path().extension() == kPartSuffix) unfinished.push_back(entry.path());
  }
  for (const std::filesystem::path& path : unfinished) std::filesystem::remove(path);
}

std::set<int64_t> CheckpointStore::set_aside_after(int64_t update) {
  std::set<int64_t> set_aside;
  for (const auto& [training, model] :
       {std::pair(kTraining, kModel), std::pair(kInterimTraining, kInterimModel)}) {
    for (const int64_t later : updates_of(training)) {
      if (later <= update) continue;
      set_aside.insert(later);
      for (const std::string& file : {path(later, training), path(later, model)}) {
        if (std::filesystem::exists(file)) std::filesystem::rename(file, file + ".damaged");
      }
    }
    for (const int64_t later : updates_of(model)) {
      if (later > update) std::filesystem::remove(path(later, model));  // never completed
    }
  }
  return set_aside;
}

void CheckpointStore::save(const TrainState& state, const NamedTensors& weights,
                           const NamedTensors& optimizer, int64_t num_kept) {
  write(state, weights, optimizer, false);
  for (const int64_t update : outdated(removable(kTraining), kOptimizersKept))
    remove(update, kTraining);
  for (const int64_t update : outdated(removable(kModel), static_cast<size_t>(num_kept))) {
    if (remove(update, kTraining)) remove(update, kModel);
  }
  remove_interim(state.update + 1);
}

void CheckpointStore::save_interim(const TrainState& state, const NamedTensors& weights,
                                   const NamedTensors& optimizer) {
  write(state, weights, optimizer, true);
  remove_interim(state.update);
}

std::optional<TrainState> CheckpointStore::load_newest(const NamedTensors& weights,
                                                       const NamedTensors& optimizer,
                                                       bool interim_too) const {
  std::vector<std::pair<int64_t, bool>> saved;  // update, is interim
  for (const int64_t update : updates_of(kTraining)) saved.emplace_back(update, false);
  if (interim_too) {
    for (const int64_t update : updates_of(kInterimTraining)) saved.emplace_back(update, true);
  }
  std::sort(saved.rbegin(), saved.rend());
  for (const auto& [update, interim] : saved) {
    try {
      const std::string training = path(update, interim ? kInterimTraining : kTraining);
      load_tensors(path(update, interim ? kInterimModel : kModel), weights);
      load_tensors(training, optimizer);
      return read_state(SafetensorsFile(training).metadata().at("state"));
    } catch (const std::exception& error) {
      if (std::pair(update, interim) == saved.back()) throw_unreadable(paths_, error);
      log_->warn("{}; going on from the checkpoint before it", error.what());
    }
  }
  return std::nullopt;
}

bool CheckpointStore::has(int64_t update) const {
  return std::filesystem::exists(path(update, kTraining));
}

void CheckpointStore::save_best(const NamedTensors& weights, int64_t update) {
  make_missing_folder();
  write_tensors(path(update, kBest), weights, {{"update", std::to_string(update)}});
}

void CheckpointStore::remove_other_best(const std::vector<RankedWeights>& best) {
  for (const int64_t update : removable(kBest)) {
    const bool is_kept = std::any_of(
        best.begin(), best.end(), [&](const RankedWeights& kept) { return kept.update == update; });
    if (!is_kept) remove(update, kBest);
  }
}

std::vector<std::string> CheckpointStore::best_files(const std::vector<RankedWeights>& best) const {
  std::vector<std::string> files;
  for (const RankedWeights& kept : best) {
    const std::string file = path(kept.update, kBest);
    if (std::filesystem::exists(file)) {
      files.push_back(file);
    } else {
      log_->warn("'{}' is missing: model.safetensors is made without it", file);
    }
  }
  return files;
}

}  // namespace dragoman
