#pragma once

#include <cstdint>
#include <optional>
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

/// The weights of a validation.
struct RankedWeights {
  double score = 0;  // the higher the better
  int64_t update = 0;
};

/// Where a run stands, beside its weights and its optimiser.
struct TrainState {
  int64_t update = 0;               // updates done
  DataPosition position;            // of the next update
  std::vector<RankedWeights> best;  // of the best validations, the best first
  int64_t validations_without_gain = 0;
  ReportSums report;                // since the last report
  int64_t skipped_in_row = 0;       // updates whose loss or gradient was not finite
  int64_t rollbacks = 0;            // since the run began
  int64_t parts = 0;                // of an update; 0: an earlier version divided it otherwise
  int64_t former_batch_tokens = 0;  // that train.fit_memory found in an earlier version
  Provenance provenance;            // that did the updates until now
  std::vector<std::string> fingerprints;  // of the corpora

  /// Of the last update, from 1.
  int64_t epoch_number() const { return position.update > 0 ? position.epoch + 1 : position.epoch; }
};

/// As text and back, for checkpoints and other processes. read_state() throws
/// nlohmann::json::exception for what is no such text.
std::string write_state(const TrainState& state);
TrainState read_state(const std::string& text);

/// The checkpoints of a run: RUN/checkpoints/update-N.model.safetensors holds the weights after N
/// updates, update-N.training.safetensors what going on from there takes. Each is written under a
/// temporary name, synced and renamed, the second after the first: a checkpoint that has both is
/// whole. interim-model and interim-training are the same of updates at which no checkpoint is due;
/// the next checkpoint replaces them, and averages leave them out, so that when a run was saved or
/// stopped makes no difference. update-N.best.safetensors holds the weights of a validation that is
/// among the best.
class CheckpointStore {
 public:
  /// The folder must be there before anything is saved.
  explicit CheckpointStore(FolderPaths paths) : paths_(std::move(paths)) {}

  /// Writes the checkpoint of state.update, then deletes the oldest ones beyond `num_kept`.
  /// Optimiser states are kept of the last two. Throws std::runtime_error if it cannot be written;
  /// then the earlier ones are as they were.
  void save(const TrainState& state, const NamedTensors& weights, const NamedTensors& optimizer,
            int64_t num_kept);
  /// Writes an interim checkpoint in place of the one before.
  void save_interim(const TrainState& state, const NamedTensors& weights,
                    const NamedTensors& optimizer);

  /// Overwrites weights and optimiser from the newest checkpoint that is whole; nullopt if there is
  /// none. Says on `log` which damaged ones were passed over; throws std::runtime_error if all are
  /// damaged.
  std::optional<TrainState> load_newest(const NamedTensors& weights, const NamedTensors& optimizer,
                                        const Logger& log, bool interim_too) const;
  /// Deletes the interim checkpoints of updates before `before_update`.
  void remove_interim(int64_t before_update);

  /// True if there is a checkpoint of that update, interim ones left aside.
  bool has(int64_t update) const;

  /// Keeps the weights of a validation after that update.
  void save_best(const NamedTensors& weights, int64_t update);
  /// Deletes what save_best kept of other validations than these.
  void remove_other_best(const std::vector<RankedWeights>& best);
  /// Paths of what save_best kept of these validations, as far as it is there.
  std::vector<std::string> best_files(const std::vector<RankedWeights>& best) const;

 private:
  void write(const TrainState& state, const NamedTensors& weights, const NamedTensors& optimizer,
             bool interim) const;
  std::string path(int64_t update, const char* kind) const {
    return checkpoint_file(paths_, update, kind);
  }
  std::vector<int64_t> updates_of(const char* kind) const {
    return checkpoint_updates(paths_, kind);
  }

  FolderPaths paths_;
};

}  // namespace dragoman
