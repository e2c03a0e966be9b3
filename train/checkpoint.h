#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/update_stream.h"
#include "io/log.h"
#include "model/weights_file.h"

namespace dragoman {

/// Where a run stands, beside its weights and its optimiser.
struct TrainState {
  int64_t update = 0;     // updates done
  DataPosition position;  // of the next update
  std::optional<double> best_score;
  int64_t validations_without_gain = 0;

  /// Of the last update, from 1.
  int64_t epoch_number() const { return position.update > 0 ? position.epoch + 1 : position.epoch; }
};

/// The checkpoints of a run: RUN/checkpoints/update-N.model.safetensors holds the weights after N
/// updates, update-N.training.safetensors what going on from there takes. Each is written under a
/// temporary name, synced and renamed, the second after the first: a checkpoint that has both is
/// whole. best.safetensors holds the weights of the best validation.
class CheckpointStore {
 public:
  /// Makes the folder if it is not there.
  explicit CheckpointStore(std::string folder);

  /// Writes the checkpoint of state.update, then deletes the oldest ones beyond `num_kept`.
  /// Optimiser states are kept of the last two. Throws std::runtime_error if it cannot be written;
  /// then the earlier ones are as they were.
  void save(const TrainState& state, const NamedTensors& weights, const NamedTensors& optimizer,
            int64_t num_kept);

  /// Overwrites weights and optimiser from the newest checkpoint that is whole; nullopt if there is
  /// none. Says on `log` which damaged ones were passed over; throws std::runtime_error if all are
  /// damaged.
  std::optional<TrainState> load_newest(const NamedTensors& weights, const NamedTensors& optimizer,
                                        const Logger& log) const;

  void save_best(const NamedTensors& weights, int64_t update);
  std::string best() const { return folder_ + "/best.safetensors"; }

  /// Paths of the weights of all checkpoints, oldest first.
  std::vector<std::string> weights_files() const;

 private:
  std::string path(int64_t update, const char* kind) const;
  std::vector<int64_t> updates_of(const char* kind) const;

  std::string folder_;
};

}  // namespace dragoman
