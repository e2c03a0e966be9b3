#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "io/log.h"
#include "model_folder/model_folder.h"
#include "model_folder/train_settings.h"
#include "train/checkpoint.h"
#include "train/report_stream.h"
#include "train/trained_tensors.h"

namespace dragoman {

/// Writes a run's checkpoints and the weights to translate with, as the settings say, and reads
/// checkpoints back: the first process does, and all make the same calls. What cannot be written,
/// as when the disk is full, is reported on the log and left out; what was written before stays as
/// it was.
class Saver {
 public:
  /// `tensors`, `exchange` and `reports`, which are told of each checkpoint if there are any, must
  /// outlive it.
  Saver(const FolderPaths& paths, const TrainSettings& settings, TrainedTensors& tensors,
        Exchange& exchange, Logger log, ReportStream* reports = nullptr);

  /// Overwrites the tensors from the newest checkpoint; nullopt if there is none.
  std::optional<TrainState> load(bool interim_too);

  /// Writes the checkpoint of state.update, and the weights to translate with.
  void save_checkpoint(const TrainState& state);
  /// Whether train.save_minutes have passed in the first process since anything was saved; false in
  /// the others.
  bool is_interim_due() const;
  /// Writes an interim checkpoint.
  void save_interim(const TrainState& state);
  /// Keeps the weights of a validation; false if that was not possible.
  bool save_best(int64_t update);
  /// Sees to it that the last state is saved: as a checkpoint if the run is done, else as an
  /// interim one. Throws std::runtime_error if that is not possible.
  void finish(const TrainState& state, bool is_done);
  /// Deletes interim checkpoints of updates before `before_update`.
  void remove_interim(int64_t before_update);

 private:
  using Clock = std::chrono::steady_clock;

  bool attempt(const char* what, const std::function<void()>& save);
  void write_checkpoint(const TrainState& state, const TrainedTensors::Saved& saved);
  void write_interim(const TrainState& state, const TrainedTensors::Saved& saved);
  void publish(const TrainState& state, const NamedTensors& kept);
  void note_saved(const TrainState& state);
  void report(const TrainState& state, bool is_interim);

  FolderPaths paths_;
  TrainSettings settings_;
  TrainedTensors& tensors_;
  Exchange& exchange_;
  CheckpointStore checkpoints_;
  Logger log_;
  ReportStream* reports_;
  int64_t last_saved_ = -1;
  Clock::time_point last_saved_at_ = Clock::now();
};

}  // namespace dragoman
