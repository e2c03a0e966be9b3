#include "train/saver.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "architecture/weights_file.h"
#include "io/atomic_file.h"
#include "io/folder.h"
#include "io/safetensors.h"
#include "io/shell_word.h"
#include "model_folder/average.h"

namespace dragoman {
namespace {

NamedTensors copies_of(const NamedTensors& tensors) {
  NamedTensors copies;
  for (const auto& [name, tensor] : tensors)
    copies.emplace_back(name, tensor.detach().to(torch::kCPU, tensor.scalar_type(), false, true));
  return copies;
}

std::string reason_of(const std::exception& error) {
  const auto* const of_file = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  return of_file == nullptr ? error.what() : message_of(*of_file);
}

}  // namespace

Saver::Saver(const FolderPaths& paths, const TrainSettings& settings, TrainedTensors& tensors,
             Exchange& exchange, Logger log, ReportStream* reports)
    : paths_(paths),
      settings_(settings),
      tensors_(tensors),
      exchange_(exchange),
      checkpoints_(paths, log),
      log_(std::move(log)),
      reports_(reports) {
  if (!exchange.is_first()) return;
  make_folder(paths.checkpoints());
  checkpoints_.remove_unfinished();
  for (const int64_t update : checkpoint_updates(paths, checkpoint_kind::kBest))
    best_of_checkpoints_.push_back({.update = update});
}

std::optional<TrainState> Saver::load(bool interim_too) {
  lost_best_.reset();  // training goes back: a later validation is no longer one of this run
  std::optional<TrainState> state;
  const auto read = [&](const NamedTensors& weights, const NamedTensors& others) {
    state = checkpoints_.load_newest(weights, others, interim_too);
    return state.has_value();
  };
  if (!tensors_.load(read)) return std::nullopt;
  state = read_state(exchange_.broadcast(state ? write_state(*state) : ""));
  note_saved(*state);
  return state;
}

bool Saver::attempt(const char* what, const std::function<void()>& save) {
  try {
    save();
    return true;
  } catch (const std::exception& error) {
    log_->error("{} is not saved: {}. Earlier files are unchanged", what, reason_of(error));
    return false;
  }
}

void Saver::save_checkpoint(const TrainState& state) {
  const TrainedTensors::Saved saved = tensors_.saved();
  const NamedTensors kept = tensors_.kept();
  if (!exchange_.is_first()) return;
  // A folder with a model but no checkpoint could not be continued.
  if (attempt("the checkpoint", [&] { write_checkpoint(state, saved); }))
    attempt("model.safetensors", [&] { publish(state, kept); });
  last_saved_at_ = Clock::now();  // also after a failure: not every update tries again
}

void Saver::save_interim(const TrainState& state) {
  const TrainedTensors::Saved saved = tensors_.saved();
  if (!exchange_.is_first()) return;
  attempt("the run", [&] { write_interim(state, saved); });
  last_saved_at_ = Clock::now();  // as in save_checkpoint()
}

bool Saver::is_interim_due() const {
  using Minutes = std::chrono::duration<double, std::ratio<60>>;
  return exchange_.is_first() && settings_.save_minutes > 0 &&
         Clock::now() - last_saved_at_ >= Minutes(settings_.save_minutes);
}

void Saver::keep_if_best(double score, TrainState& state) {
  retry_lost_best(state);
  if (!std::isfinite(score) || !is_one_of_best(score, state.best)) return;
  const RankedWeights validation{score, state.update};
  const NamedTensors kept = tensors_.kept();
  if (keep(validation, kept, state.best)) return;
  if (lost_best_ && score <= lost_best_->validation.score) return;
  lost_best_ = LostBest{validation, exchange_.is_first() ? copies_of(kept) : NamedTensors()};
}

/// Returns whether weights are saved now that could not be saved before.
bool Saver::retry_lost_best(TrainState& state) {
  if (!lost_best_) return false;
  const bool is_wanted = is_one_of_best(lost_best_->validation.score, state.best);
  if (is_wanted && !keep(lost_best_->validation, lost_best_->weights, state.best)) return false;
  lost_best_.reset();
  return is_wanted;
}

bool Saver::is_one_of_best(double score, const std::vector<RankedWeights>& best) const {
  return std::ssize(best) < settings_.keep_best || score > best.back().score;
}

/// Saves weights and adds their validation to `best`. Returns false if the save failed.
bool Saver::keep(const RankedWeights& validation, const NamedTensors& weights,
                 std::vector<RankedWeights>& best) {
  if (!save_best(weights, validation.update)) return false;
  const auto place = std::find_if(best.begin(), best.end(), [&](const RankedWeights& kept) {
    return validation.score > kept.score;
  });
  best.insert(place, validation);
  if (std::ssize(best) > settings_.keep_best) best.pop_back();
  if (exchange_.is_first()) remove_other_best(best);
  return true;
}

void Saver::remove_other_best(std::vector<RankedWeights> best) {
  best.insert(best.end(), best_of_checkpoints_.begin(), best_of_checkpoints_.end());
  checkpoints_.remove_other_best(best);
}

bool Saver::save_best(const NamedTensors& weights, int64_t update) {
  const bool is_saved = exchange_.is_first() && attempt("the best validation's model", [&] {
                          checkpoints_.save_best(weights, update);
                        });
  return exchange_.broadcast(is_saved ? "1" : "0") == "1";
}

void Saver::finish(TrainState state, bool is_done, bool has_validated, bool keeps_average) {
  const bool has_new_best = retry_lost_best(state);
  const TrainedTensors::Saved saved = tensors_.saved();
  const NamedTensors kept = tensors_.kept();
  if (!exchange_.is_first()) return;
  const bool has_changed = has_validated || has_new_best;
  try {
    if (is_done && (has_changed || !checkpoints_.has(state.update))) write_checkpoint(state, saved);
    if (is_done) checkpoints_.remove_interim(state.update + 1);
    if (!is_done && (has_new_best || state.update != last_saved_)) write_interim(state, saved);
    if (keeps_average && has_average(state.update)) {
      log_->info("{} stays the average that `dragoman average` made", paths_.weights());
      return;
    }
    publish(state, kept);
    if (is_done) log_best(state.best);
  } catch (const std::exception& error) {
    // Validations after the last save are made again when the run goes on.
    if (lost_best_ && lost_best_->validation.update > last_saved_) lost_best_.reset();
    warn_of_lost_best(state.best);
    throw std::runtime_error(reason_of(error) + what_is_saved());
  }
  warn_of_lost_best(state.best);
}

/// Says at the end of the run which validation's weights it keeps.
void Saver::log_best(const std::vector<RankedWeights>& best) const {
  if (settings_.keep != Keep::kBest || best.empty()) return;
  const int64_t update = best.front().update;
  if (!std::filesystem::exists(checkpoint_file(paths_, update, checkpoint_kind::kBest))) return;
  if (update == 0) {
    log_->warn(
        "no validation was better than that of the weights that training began from: {} has these "
        "again",
        paths_.weights());
  } else {
    log_->info("{} has the weights of update {}, of the best validation", paths_.weights(), update);
  }
}

/// Says for the end of an error where the run can go on.
std::string Saver::what_is_saved() const {
  if (last_saved_ < 0) return "; the run has no checkpoint";
  return "; the run is saved at update " + std::to_string(last_saved_) +
         ": when the cause is removed, `dragoman train " + shell_word(paths_.folder) +
         "` goes on from there";
}

/// Warns if the save of a better validation than the best one that is saved has failed.
void Saver::warn_of_lost_best(const std::vector<RankedWeights>& best) const {
  const bool needs_best = settings_.keep == Keep::kBest || settings_.keep == Keep::kAverageBest;
  const bool is_better =
      lost_best_ && (best.empty() || lost_best_->validation.score > best.front().score);
  if (!needs_best || !is_better) return;
  log_->warn("the weights of the best validation, of update {}, could not be saved: {} lacks them",
             lost_best_->validation.update, paths_.weights());
}

/// Returns true if model.safetensors is intact, made by `dragoman average`, and of this update.
bool Saver::has_average(int64_t update) const {
  try {
    const SafetensorsFile file(paths_.weights());
    const std::map<std::string, std::string>& metadata = file.metadata();
    // Averages that earlier versions made do not say of which update they are.
    return metadata.contains("averaged") &&
           (!metadata.contains("update") || metadata.at("update") == std::to_string(update));
  } catch (const std::runtime_error&) {
    return false;
  }
}

/// Returns the mean of the weights in the files. Warns of damaged ones and removes them from
/// `files`, unless all are damaged.
NamedWeights Saver::average_of(std::vector<std::string>& files) const {
  try {
    return average_weights(files);
  } catch (const std::runtime_error&) {
    const std::vector<std::string> all = files;
    std::erase_if(files, [this](const std::string& file) {
      try {
        const SafetensorsFile intact(file);
        return false;
      } catch (const std::runtime_error& error) {
        log_->warn("{}; model.safetensors is made without it: delete '{}'", error.what(), file);
        return true;
      }
    });
    if (files.empty() || files == all) throw;
    return average_weights(files);
  }
}

void Saver::remove_interim(int64_t before_update) {
  if (exchange_.is_first()) checkpoints_.remove_interim(before_update);
}

void Saver::set_damaged_aside(int64_t loaded_update) {
  if (!exchange_.is_first()) return;
  for (const int64_t update : checkpoints_.set_aside_after(loaded_update))
    log_->warn("the damaged checkpoint of update {} is renamed to *.damaged", update);
}

void Saver::write_checkpoint(const TrainState& state, const TrainedTensors::Saved& saved) {
  checkpoints_.save(state, saved.weights, saved.state, settings_.keep_checkpoints);
  checkpoints_.remove_other_best(state.best);
  best_of_checkpoints_ = state.best;
  note_saved(state);
  report(state, false);
}

void Saver::write_interim(const TrainState& state, const TrainedTensors::Saved& saved) {
  checkpoints_.save_interim(state, saved.weights, saved.state);
  best_of_checkpoints_.insert(best_of_checkpoints_.end(), state.best.begin(), state.best.end());
  note_saved(state);
  report(state, true);
}

void Saver::report(const TrainState& state, bool is_interim) {
  if (reports_ == nullptr) return;
  reports_->write("checkpoint", {{"update", state.update}, {"interim", is_interim}});
}

void Saver::publish(const TrainState& state, const NamedTensors& kept) {
  const std::string update = std::to_string(state.update);
  const auto write_mean = [&](std::vector<std::string>& averaged, const std::string& what) {
    const NamedWeights mean = average_of(averaged);
    std::map<std::string, std::string> metadata{{"update", update}};
    if (averaged.size() > 1) metadata["mean_of"] = std::to_string(averaged.size()) + " " + what;
    write_weights(paths_.weights(), mean, metadata);
  };
  std::vector<std::string> files = checkpoint_weights(paths_);
  // After train.keep_checkpoints was lowered, there are more until the next checkpoint.
  const auto most = static_cast<size_t>(settings_.keep_checkpoints);
  if (files.size() > most) files.erase(files.begin(), files.end() - settings_.keep_checkpoints);
  std::vector<std::string> best;
  if (settings_.keep == Keep::kBest || settings_.keep == Keep::kAverageBest)
    best = checkpoints_.best_files(state.best);
  if (settings_.keep == Keep::kAverage && !files.empty()) {
    write_mean(files, "checkpoints");
  } else if (settings_.keep == Keep::kAverageBest && !best.empty()) {
    write_mean(best, "best validations");
  } else if (settings_.keep == Keep::kBest && !best.empty()) {
    const SafetensorsFile intact(best.front());  // a damaged file would replace good weights
    copy_file_atomically(best.front(), paths_.weights());
  } else {
    write_tensors(paths_.weights(), kept, {{"update", update}});
  }
}

void Saver::note_saved(const TrainState& state) {
  last_saved_ = state.update;
  last_saved_at_ = Clock::now();
}

}  // namespace dragoman
