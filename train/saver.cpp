#include "train/saver.h"

#include "architecture/weights_file.h"
#include "io/atomic_file.h"
#include "model_folder/average.h"

namespace dragoman {

Saver::Saver(const FolderPaths& paths, const TrainSettings& settings, TrainedTensors& tensors,
             Logger log)
    : paths_(paths),
      settings_(settings),
      tensors_(tensors),
      checkpoints_(paths),
      log_(std::move(log)) {}

std::optional<TrainState> Saver::load(bool interim_too) {
  const auto state =
      checkpoints_.load_newest(tensors_.weights, tensors_.state(), log_, interim_too);
  if (!state) return std::nullopt;
  tensors_.optimizer.adopt_state();
  note_saved(*state);
  return state;
}

bool Saver::attempt(const char* what, const std::function<void()>& save) {
  try {
    save();
    return true;
  } catch (const std::exception& error) {
    log_->error("{} is not saved: {}. Training goes on; what was saved before is as it was", what,
                error.what());
    return false;
  }
}

void Saver::save_checkpoint(const TrainState& state) {
  attempt("the checkpoint", [&] { write_checkpoint(state); });
  attempt("model.safetensors", [&] { publish(state); });
}

void Saver::save_interim(const TrainState& state) {
  attempt("the run", [&] { write_interim(state); });
}

void Saver::save_interim_if_due(const TrainState& state) {
  using Minutes = std::chrono::duration<double, std::ratio<60>>;
  const bool is_due = settings_.save_minutes > 0 &&
                      Clock::now() - last_saved_at_ >= Minutes(settings_.save_minutes);
  if (is_due) save_interim(state);
}

bool Saver::save_best(int64_t update) {
  return attempt("what validation found best",
                 [&] { checkpoints_.save_best(tensors_.kept(), update); });
}

void Saver::finish(const TrainState& state, bool is_done) {
  if (is_done && !checkpoints_.has(state.update)) write_checkpoint(state);
  if (!is_done && state.update != last_saved_) write_interim(state);
  publish(state);
}

void Saver::write_checkpoint(const TrainState& state) {
  checkpoints_.save(state, tensors_.weights, tensors_.state(), settings_.keep_checkpoints);
  checkpoints_.remove_other_best(state.best);
  note_saved(state);
}

void Saver::write_interim(const TrainState& state) {
  checkpoints_.save_interim(state, tensors_.weights, tensors_.state());
  note_saved(state);
}

void Saver::publish(const TrainState& state) {
  const std::map<std::string, std::string> metadata{{"update", std::to_string(state.update)}};
  const std::vector<std::string> files = checkpoint_weights(paths_),
                                 best = checkpoints_.best_files(state.best);
  if (settings_.keep == Keep::kAverage && !files.empty()) {
    write_weights(paths_.weights(), average_weights(files), metadata);
  } else if (settings_.keep == Keep::kAverageBest && !best.empty()) {
    write_weights(paths_.weights(), average_weights(best), metadata);
  } else if (settings_.keep == Keep::kBest && !best.empty()) {
    write_file_atomically(paths_.weights(), read_file(best.front()));
  } else {
    write_tensors(paths_.weights(), tensors_.kept(), metadata);
  }
}

void Saver::note_saved(const TrainState& state) {
  last_saved_ = state.update;
  last_saved_at_ = Clock::now();
}

}  // namespace dragoman
