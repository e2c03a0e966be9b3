#pragma once

#include "io/log.h"
#include "model_folder/train_settings.h"
#include "train/checkpoint.h"
#include "train/saver.h"

namespace dragoman {

/// Recovery from updates whose loss or gradient is not finite. Such an update is skipped. After
/// train.skip_limit of them in a row, training goes back to the last checkpoint, with a lower
/// learning rate. Its counters are in TrainState.
class Recovery {
 public:
  /// `saver` must outlive this object.
  Recovery(const TrainSettings& settings, Saver& saver, Logger log)
      : settings_(settings), saver_(saver), log_(std::move(log)) {}

  /// Returns whether the next update may be applied; if not, counts it as skipped, with a warning.
  bool accepts(double loss, double gradient_norm, TrainState& state) const;
  /// Returns whether too many updates in a row were skipped.
  bool is_due(const TrainState& state) const {
    return state.skipped_in_row >= settings_.skip_limit;
  }
  /// Returns the factor of the learning rate after the run's rollbacks.
  double rate_factor(const TrainState& state) const;
  /// Reads weights and optimiser from the last checkpoint; returns the state to continue from.
  /// Throws std::runtime_error if there is no checkpoint, or after train.rollback_limit rollbacks.
  TrainState go_back(const TrainState& state) const;

 private:
  TrainSettings settings_;
  Saver& saver_;
  Logger log_;
};

}  // namespace dragoman
