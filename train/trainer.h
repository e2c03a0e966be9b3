#pragma once

#include <optional>
#include <string>

#include "model/transformer.h"
#include "search/search_settings.h"
#include "train/adam.h"
#include "train/checkpoint.h"
#include "train/meters.h"
#include "train/train_log.h"
#include "train/train_settings.h"
#include "train/training_data.h"
#include "train/validation.h"

namespace dragoman {

/// What a Trainer works with.
struct TrainerParts {
  Transformer model;         // on the device that trains
  const TrainingData& data;  // must outlive the Trainer
  FolderPaths paths;
  SearchSettings search;   // of validation's translations, but for the beam
  bool lowercase = false;  // the tokenizer lower-cases, and so does validation's BLEU
  Logger log;
};

/// Trains a model: updates, reports, validations, checkpoints, until the settings say that it is
/// enough or a signal comes. All randomness derives from the seed and from where the run stands, so
/// a run that is resumed from a checkpoint does what the undisturbed run did.
class Trainer {
 public:
  Trainer(TrainerParts parts, const TrainSettings& settings);

  /// Goes on from the newest checkpoint; false if there is none.
  bool resume();
  /// Trains to the end. Returns 0, or the number of the signal that stopped it; the state is saved
  /// either way.
  int run();

  const TrainState& state() const { return state_; }

 private:
  void train_update(const UpdateBatches& update);
  void accumulate_gradients(const Batch& batch, int64_t index, int64_t target_tokens);
  void follow_up(const UpdateBatches& update);
  TrainReport current_report() const;
  void report(bool now);
  void validate_model();
  void save_checkpoint();
  void publish_weights();
  bool is_done() const;

  TrainerParts parts_;
  TrainSettings settings_;
  NamedTensors weights_;
  Adam optimizer_;
  CheckpointStore checkpoints_;
  TrainState state_;
  std::optional<TrainLog> log_;
  Meters meters_;
  int64_t last_saved_ = -1;
  int64_t last_validated_ = -1;
};

}  // namespace dragoman
