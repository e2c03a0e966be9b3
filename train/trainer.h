#pragma once

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
#include "train/saver.h"
#include "train/train_log.h"
#include "train/trained_tensors.h"
#include "train/training_data.h"
#include "train/update_totals.h"
#include "train/validation.h"

namespace dragoman {

/// What a Trainer works with.
struct TrainerParts {
  Transformer model;         // on the device that trains
  const TrainingData& data;  // must outlive the Trainer
  FolderPaths paths;
  SearchSettings search;   // of validation's translations, but for the beam
  bool lowercase = false;  // the tokenizer lower-cases, and so does validation's BLEU
  int workers = 1;         // that compute parts at the same time
  Logger log;
  Exchange& exchange;               // with the other processes; must outlive the Trainer
  ReportStream* reports = nullptr;  // of the first process, if any; must outlive the Trainer
};

/// Trains a model: updates, reports, validations, checkpoints, until the settings say that it is
/// enough, the data end, or a signal comes. All randomness derives from the seed and from where the
/// run stands, so a run that is resumed from a checkpoint does what the undisturbed run did.
///
/// An update whose loss or gradient is not finite is skipped; too many in a row, and training goes
/// back to the last checkpoint with a lower learning rate.
class Trainer {
 public:
  /// Throws std::invalid_argument if a pattern of train.freeze fits no weight, or all are frozen.
  Trainer(TrainerParts parts, const TrainSettings& settings);

  /// Goes on from the newest checkpoint; false if there is none. Throws std::invalid_argument if
  /// the corpora are not those of the run, unless `force`.
  bool resume(bool force = false);
  /// Trains to the end. Returns 0, or the number of the signal that stopped it, SIGPIPE where the
  /// reader of the reports has left; the state is saved either way. Throws std::runtime_error if
  /// training diverges however often it goes back.
  int run();

  const TrainState& state() const { return state_; }

 private:
  void adopt(const TrainState& state);
  void settle_parts();
  int64_t fit_parts();
  int own_signal() const;
  int64_t part_tokens() const { return settings_.update_tokens / settings_.parts; }
  void open_log();
  bool wants_updates() const;
  UpdateStream open_updates() const;
  void run_updates();
  void train_update(const UpdateParts& update);
  OwnParts gradients_of(const UpdateParts& update);
  double learning_rate_of(int64_t update) const;
  void report_validate_save(const UpdateParts& update);
  TrainReport current_report() const;
  void write_report();
  void validate_model();
  void keep_if_best(double score);
  TrainState current_state() const;
  bool is_done() const;

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
  int64_t last_validated_ = -1;
  bool data_ended_ = false;
  int signal_ = 0;            // that a process has received
  bool save_is_due_ = false;  // by the clock of the first process
};

}  // namespace dragoman
