#pragma once

#include <torch/types.h>

#include "model_folder/train_settings.h"

namespace dragoman {

/// Adam (Kingma and Ba 2015) or AdamW (Loshchilov and Hutter 2019) over an array of weights. What
/// comes out does not depend on the number of threads.
class Adam {
 public:
  /// weights [n] of fp32, which become others by each step.
  Adam(const torch::Tensor& weights, const TrainSettings& settings);

  /// One update from the gradient [n] times `gradient_scale`.
  void step(const torch::Tensor& gradient, double learning_rate, double gradient_scale = 1);

  /// Means of gradients and of their squares [n], and the number of updates, an int64 [1] on
  /// the CPU. May be
  /// overwritten between steps.
  const torch::Tensor& means() const { return means_; }
  const torch::Tensor& squares() const { return squares_; }
  const torch::Tensor& updates() const { return updates_; }

 private:
  double number_of_updates() const;
  void step_on_device(const torch::Tensor& gradient, double learning_rate, double gradient_scale);

  OptimizerType type_;
  double beta1_, beta2_, epsilon_, weight_decay_;
  torch::Tensor weights_, means_, squares_;
  torch::Tensor updates_;
};

/// The sums of squares of each block (kElementsOfBlock) of a gradient [n]: [blocks] of fp64, where
/// the gradient is.
torch::Tensor squares_of_blocks(const torch::Tensor& gradient);

/// What gradients of this norm are scaled by, lest it be above `max_norm` (0: there is no limit).
double clip_scale(double norm, double max_norm);

}  // namespace dragoman
