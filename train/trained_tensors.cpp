#include "train/trained_tensors.h"

#include "train/frozen_weights.h"

namespace dragoman {

NamedTensors TrainedTensors::state() const {
  NamedTensors state = optimizer.state();
  const NamedTensors averages = average.state();
  state.insert(state.end(), averages.begin(), averages.end());
  return state;
}

TrainedTensors trained_tensors(const TransformerImpl& model, const TrainSettings& settings) {
  const NamedTensors weights = named_weights(model);
  const NamedTensors trained = freeze_weights(weights, settings.freeze);
  return {weights, trained, Adam(trained, settings),
          MovingAverage(weights, settings.moving_average)};
}

}  // namespace dragoman
