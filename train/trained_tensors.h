#pragma once

#include "model/transformer.h"
#include "model_folder/train_settings.h"
#include "train/adam.h"
#include "train/moving_average.h"

namespace dragoman {

/// What training changes.
struct TrainedTensors {
  NamedTensors weights;  // all of the model's
  NamedTensors trained;  // those that are not frozen
  Adam optimizer;        // of these
  MovingAverage average;

  /// The weights that are validated and kept: the moving average if there is one.
  const NamedTensors& kept() const { return average.exists() ? average.tensors() : weights; }
  /// What a checkpoint holds beside the weights.
  NamedTensors state() const;
};

/// The weights of a model, those of train.freeze frozen, with an optimiser that has done nothing
/// yet. Throws std::invalid_argument as freeze_weights does.
TrainedTensors trained_tensors(const TransformerImpl& model, const TrainSettings& settings);

}  // namespace dragoman
