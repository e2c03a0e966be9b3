#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "architecture/weight.h"
#include "io/log.h"
#include "model_folder/model_folder.h"
#include "model_folder/train_settings.h"
#include "train/checkpoint.h"
#include "train/report_stream.h"
#include "train/trained_tensors.h"

namespace dragoman {

/// Writes a run's checkpoints and the weights to translate with, and reads checkpoints. All
/// processes make the same calls; only the first touches files. A failed write (say, on a full
/// disk) is logged and skipped; earlier files stay unchanged.
class Saver {
 public:
  /// `tensors`, `exchange` and `reports` must outlive this object. `reports`, if not nullptr, gets
  /// an event for each checkpoint.
  Saver(const FolderPaths& paths, const TrainSettings& settings, TrainedTensors& tensors,
        Exchange& exchange, Logger log, ReportStream* reports = nullptr);

  /// Overwrites the tensors from the newest checkpoint; nullopt if there is none.
  std::optional<TrainState> load(bool interim_too);

  /// Writes the checkpoint of state.update and then, if it is saved, the weights to translate with.
  void save_checkpoint(const TrainState& state);
  /// In the first process, returns whether train.save_minutes have passed since the last save,
  /// failed or not. In others, returns false.
  bool is_interim_due() const;
  /// Writes an interim checkpoint.
  void save_interim(const TrainState& state);
  /// If `score` is finite and one of the best train.keep_best, saves the weights that were
  /// validated and adds them to state.best. If that fails, copies of the best ones that failed are
  /// held in memory, and the next call tries again.
  void keep_if_best(double score, TrainState& state);
  /// Saves the last state unless it is saved: as a checkpoint if the run is done, else as an
  /// interim one. `has_validated`: a validation followed the last save, so a checkpoint of this
  /// update is written again. Also writes the weights to translate with, unless they are the
  /// average that `dragoman average` made of this update's checkpoint and others, and
  /// `keeps_average`. First tries again to save weights of a best validation that keep_if_best()
  /// could not save. Throws std::runtime_error if writing fails, which says at
  /// which update the run is saved.
  void finish(TrainState state, bool is_done, bool has_validated, bool keeps_average);
  /// Deletes interim checkpoints of updates before `before_update`.
  void remove_interim(int64_t before_update);
  /// Renames the checkpoints after the one that load() read, since they cannot be read.
  void set_damaged_aside(int64_t loaded_update);

 private:
  using Clock = std::chrono::steady_clock;

  /// A validation whose weights could not be saved.
  struct LostBest {
    RankedWeights validation;
    NamedTensors weights;  // on the CPU; only in the first process
  };

  bool retry_lost_best(TrainState& state);
  bool is_one_of_best(double score, const std::vector<RankedWeights>& best) const;
  bool keep(const RankedWeights& validation, const NamedTensors& weights,
            std::vector<RankedWeights>& best);
  bool save_best(const NamedTensors& weights, int64_t update);
  /// Deletes the weights of validations that neither `best` nor a checkpoint names.
  void remove_other_best(std::vector<RankedWeights> best);
  bool attempt(const char* what, const std::function<void()>& save);
  void write_checkpoint(const TrainState& state, const TrainedTensors::Saved& saved);
  void write_interim(const TrainState& state, const TrainedTensors::Saved& saved);
  void warn_of_lost_best(const std::vector<RankedWeights>& best) const;
  void log_best(const std::vector<RankedWeights>& best) const;
  std::string what_is_saved() const;
  bool has_average(int64_t update) const;
  NamedWeights average_of(std::vector<std::string>& files) const;
  void publish(const TrainState& state, const NamedTensors& kept);
  void note_saved(const TrainState& state);
  void report(const TrainState& state, bool is_interim);

  FolderPaths paths_;
  TrainSettings settings_;
  TrainedTensors& tensors_;
  Exchange& exchange_;
  CheckpointStore checkpoints_;
  std::vector<RankedWeights> best_of_checkpoints_;  // that checkpoints on disk may name
  std::optional<LostBest> lost_best_;               // the best validation whose save failed
  Logger log_;
  ReportStream* reports_;
  int64_t last_saved_ = -1;
  Clock::time_point last_saved_at_ = Clock::now();  // also of a save that failed
};

}  // namespace dragoman
