#pragma once

#include <torch/types.h>

#include "model_folder/train_settings.h"

namespace dragoman {

/// Adam (Kingma and Ba 2015; "Attention Is All You Need", section 5.3) or AdamW (Loshchilov and
/// Hutter 2019) over an array of weights. The result does not depend on the number of threads.
class Adam {
 public:
  /// weights [n] fp32, which each step updates in place.
  Adam(const torch::Tensor& weights, const TrainSettings& settings);

  /// Makes one update from the gradient [n] times `gradient_scale`.
  void step(const torch::Tensor& gradient, double learning_rate, double gradient_scale = 1);

  /// Moving averages of the gradients and of their squares, [n] each, and the number of updates,
  /// [1] int64 on the CPU. May be overwritten between steps.
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

/// Returns the sum of squares of each block (kElementsOfBlock) of a gradient [n]: [blocks] fp64, on
/// the gradient's device.
torch::Tensor squares_of_blocks(const torch::Tensor& gradient);

/// Returns the factor that scales gradients of this norm down to `max_norm`; 1 if the norm is not
/// above it, or if `max_norm` is 0.
double clip_scale(double norm, double max_norm);

}  // namespace dragoman
