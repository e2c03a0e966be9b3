#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "data/update_stream.h"
#include "model/transformer.h"
#include "model_folder/train_settings.h"
#include "search/search_settings.h"
#include "train/exchange.h"
#include "train/meters.h"
#include "train/part_gradients.h"
#include "train/recovery.h"
#include "train/replicas.h"
#include "train/report_stream.h"
#include "train/run_end.h"
#include "train/saver.h"
#include "train/schedule.h"
#include "train/train_log.h"
#include "train/trained_tensors.h"
#include "train/training_data.h"
#include "train/update_totals.h"
#include "train/validation.h"

namespace dragoman {

/// The objects that a Trainer uses.
struct TrainerParts {
  Transformer model;         // on the training device
  const TrainingData& data;  // must outlive the Trainer
  FolderPaths paths;
  SearchSettings search;   // of validation, except the beam
  bool lowercase = false;  // the tokenizer lower-cases, and so does validation's BLEU
  int workers = 1;         // number of parts computed at the same time
  Logger log;
  Exchange& exchange;               // with the other processes; must outlive the Trainer
  ReportStream* reports = nullptr;  // in the first process, or nullptr; must outlive the Trainer
  bool keeps_average = false;       // of `dragoman average`, if there is nothing left to train
  std::chrono::milliseconds time_after_signal{5000};  // that a validation may take
};

/// Trains a model. With train.from, first validates the weights that it begins with, as update 0.
/// Then makes updates, reports, validations and checkpoints until the settings' limits,
/// the end of the data, or a signal. A signal gives up a validation that takes long, which is then
/// made when the run goes on. All randomness derives from the seed and the position in the
/// run, so a run resumed from a checkpoint repeats the uninterrupted run.
///
/// An update whose loss or gradient is not finite is skipped. After too many in a row, training
/// goes back to the last checkpoint with a lower learning rate.
class Trainer {
 public:
  /// Throws std::invalid_argument if a pattern of train.freeze matches no weight, if all weights
  /// are frozen, or if the settings of the search do not suit the validations.
  Trainer(TrainerParts parts, const TrainSettings& settings);

  /// Continues from the newest checkpoint; returns false if there is none. Throws
  /// std::invalid_argument if the corpora are not those of the run, unless `force`.
  bool resume(bool force = false);
  /// Trains to the end and saves the state. Returns 0, or the number of the signal that stopped it;
  /// SIGPIPE if the reader of the reports has left. Throws std::runtime_error if training still
  /// diverges after train.rollback_limit rollbacks.
  int run();

  const TrainState& state() const { return state_; }

 private:
  void adopt(const TrainState& state);
  void settle_parts();
  int64_t choose_parts();
  int own_signal() const;
  int64_t part_tokens() const { return settings_.update_tokens / settings_.parts; }
  void open_log();
  bool wants_updates() const { return !is_done() && signal_ == 0; }
  int64_t last_update() const {
    return expected_end(settings_, state_.update, state_.position, epoch_updates_);
  }
  std::unique_ptr<UpdateStream> open_updates() const;
  void run_updates(UpdateStream& updates);
  void train_update(const UpdateParts& update);
  DeviceLosses gradients_of(const UpdateParts& update, GradientSums& sums);
  double learning_rate_of(int64_t update) const;
  void report_validate_save();
  void validate_and_save();
  TrainReport current_report() const;
  void write_report();
  bool end_log();
  void validate_model();
  TrainState current_state() const {
    TrainState state = state_;
    state.report = meters_.sums();
    return state;
  }
  bool is_done() const {
    return !state_.lacks_validation && (data_ended_ || has_ended(state_, settings_));
  }
  /// Returns true at the start from another model, until its weights are validated.
  bool is_at_start_from_model() const {
    return !settings_.from.empty() && state_.last_logged() < 0;
  }

  TrainerParts parts_;
  TrainSettings settings_;
  Exchange& exchange_;
  TrainedTensors tensors_;
  Replicas replicas_;
  Saver saver_;
  Recovery recovery_;
  TrainState state_;
  std::optional<TrainLog> log_;
  Meters meters_;
  int64_t epoch_updates_ = 0;  // of the last update's epoch; 0: unknown
  bool data_ended_ = false;
  int signal_ = 0;            // received by any process
  bool save_is_due_ = false;  // by the first process's clock
};

}  // namespace dragoman
