#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "data/update_stream.h"
#include "io/log.h"
#include "model/tensors_file.h"
#include "model_folder/checkpoint_files.h"
#include "train/meters.h"
#include "train/provenance.h"

namespace dragoman {

/// Weights that were validated, by their update and score.
struct RankedWeights {
  double score = 0;  // the higher the better
  int64_t update = 0;
};

/// The state of a run, except weights and optimiser.
struct TrainState {
  int64_t update = 0;                // number of updates done
  DataPosition position;             // of the next update
  std::vector<RankedWeights> best;   // of the best validations that are saved, the best first
  std::optional<double> best_score;  // of all validations; nullopt: there is none yet
  std::string metric;                // train.best, of whose values their scores are; "": unknown
  std::string valid_fingerprint;     // of the text of their scores; "": unknown
  int64_t validations_without_gain = 0;
  int64_t last_validated = -1;    // update of the last validation; 0: of the weights of train.from
  bool lacks_validation = false;  // of `update`, which a signal ended
  ReportSums report;              // since the last report
  int64_t skipped_in_row = 0;     // updates whose loss or gradient was not finite
  int64_t rollbacks = 0;          // since the run began
  int64_t parts = 0;  // per update; 0: from an earlier version, which divided updates differently
  int64_t former_batch_tokens = 0;        // found by train.fit_memory of an earlier version; else 0
  Provenance provenance;                  // of the updates so far
  std::vector<std::string> fingerprints;  // of the corpora

  /// Counts a validation for train.patience. Returns true if its score is the best so far.
  bool add_score(double score);
  /// Returns the update up to which the log may have rows; -1 before the first update and
  /// validation.
  int64_t last_logged() const { return update == 0 ? last_validated : update; }
  /// Returns the epoch of the last update, from 1; 0 before the first update.
  int64_t epoch_number() const { return position.update > 0 ? position.epoch + 1 : position.epoch; }
};

/// Convert a state to text and back, for checkpoints and other processes. read_state() throws
/// nlohmann::json::exception for other text.
std::string write_state(const TrainState& state);
TrainState read_state(const std::string& text);

/// The checkpoints of a run: RUN/checkpoints/update-N.model.safetensors holds the weights after N
/// updates, update-N.training.safetensors the rest that training needs to continue. Each is written
/// under a temporary name, synced and renamed, the second after the first: a checkpoint with both
/// files is complete.
/// interim-model and interim-training are checkpoints between those that are due. The next
/// checkpoint replaces them, and averages ignore them, so that the times of saving or stopping do
/// not change the result.
/// update-N.best.safetensors holds weights of one of the best validations.
/// If the folder is missing, as after its removal during training, it is made, but not RUN.
/// save(), save_interim(), remove_interim() and remove_other_best() leave a file that cannot be
/// deleted, with one warning. The next call tries again.
class CheckpointStore {
 public:
  explicit CheckpointStore(FolderPaths paths, Logger log = make_null_logger())
      : paths_(std::move(paths)), log_(std::move(log)) {}

  /// Writes the checkpoint of state.update, then deletes all except the newest `num_kept`. Only the
  /// newest two keep their optimiser state. Throws std::runtime_error if writing fails; earlier
  /// checkpoints then stay unchanged, and no part of the new one is left.
  void save(const TrainState& state, const NamedTensors& weights, const NamedTensors& optimizer,
            int64_t num_kept);
  /// Writes an interim checkpoint, then deletes the previous one.
  void save_interim(const TrainState& state, const NamedTensors& weights,
                    const NamedTensors& optimizer);

  /// Overwrites weights and optimiser from the newest complete checkpoint; nullopt if there is
  /// none. Logs the damaged checkpoints that it skips; throws std::runtime_error if all are
  /// damaged.
  std::optional<TrainState> load_newest(const NamedTensors& weights, const NamedTensors& optimizer,
                                        bool interim_too) const;
  /// Deletes the interim checkpoints of updates before `before_update`.
  void remove_interim(int64_t before_update);
  /// Deletes files that a killed process did not complete.
  void remove_unfinished();
  /// Renames all checkpoints of updates after `update` to *.damaged; returns these updates. Deletes
  /// those that a killed process did not complete.
  std::set<int64_t> set_aside_after(int64_t update);

  /// Returns whether there is a checkpoint of that update; interim ones do not count.
  bool has(int64_t update) const;

  /// Saves the weights of the validation after that update.
  void save_best(const NamedTensors& weights, int64_t update);
  /// Deletes the files of save_best() except those of these validations.
  void remove_other_best(const std::vector<RankedWeights>& best);
  /// Returns the paths of the existing files of save_best() for these validations. Warns of each
  /// missing one.
  std::vector<std::string> best_files(const std::vector<RankedWeights>& best) const;

 private:
  void make_missing_folder() const;
  void write(const TrainState& state, const NamedTensors& weights, const NamedTensors& optimizer,
             bool interim);
  /// Returns the updates of files to delete, in ascending order; none, after a warning, if the
  /// folder cannot be read.
  std::vector<int64_t> removable(const char* kind);
  /// Deletes a file if it exists. Returns whether it is gone.
  bool remove(int64_t update, const char* kind);
  std::string path(int64_t update, const char* kind) const {
    return checkpoint_file(paths_, update, kind);
  }
  std::vector<int64_t> updates_of(const char* kind) const {
    return checkpoint_updates(paths_, kind);
  }

  FolderPaths paths_;
  Logger log_;
  std::set<std::string> undeletable_;  // paths that were warned of
};

}  // namespace dragoman
