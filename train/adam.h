#pragma once

#include <torch/types.h>

#include <vector>

#include "model/weights_file.h"
#include "train/train_settings.h"

namespace dragoman {

/// Adam (Kingma and Ba 2015) or AdamW (Loshchilov and Hutter 2019) in one fused kernel over all
/// parameters.
class Adam {
 public:
  Adam(const NamedTensors& parameters, const TrainSettings& settings);

  /// One update from the parameters' gradients; a parameter without one has a gradient of zero.
  void step(double learning_rate);

  /// Means of gradients and of their squares ("mean.NAME", "square.NAME") and the number of updates
  /// ("updates").
  NamedTensors state() const;
  /// To be called after the state's tensors were overwritten from a file.
  void adopt_state();

 private:
  OptimizerType type_;
  double beta1_, beta2_, epsilon_, weight_decay_;
  std::vector<std::string> names_;
  std::vector<torch::Tensor> parameters_, means_, squares_, counts_;
  torch::Tensor updates_;  // int64, one element
};

/// The norm of all gradients taken together; where it is above `max_norm` (if that is not 0),
/// scales them down to it.
double clip_gradients(const NamedTensors& parameters, double max_norm);

}  // namespace dragoman
