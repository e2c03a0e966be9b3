#pragma once

#include "model/tensors_file.h"

namespace dragoman {

/// An exponential moving average of a model's weights: average = decay * average + (1 - decay) *
/// weights after each update. In the first updates the decay is (1 + n) / (10 + n), so that the
/// initial weights are forgotten soon.
class MovingAverage {
 public:
  /// A decay of 0: there is no average.
  MovingAverage(const NamedTensors& weights, double decay);

  bool exists() const { return decay_ > 0; }
  /// After the n-th update.
  void update(int64_t n);
  /// The averages under the weights' names.
  const NamedTensors& tensors() const { return averages_; }
  /// For checkpoints: the averages, named "moving_average.NAME".
  NamedTensors state() const;

 private:
  NamedTensors weights_, averages_;
  double decay_;
};

/// While it lives, the weights of a model are others.
class WeightSwap {
 public:
  /// `weights` and `others` name the same tensors in the same order; of no effect without others.
  WeightSwap(const NamedTensors& weights, const NamedTensors& others);
  ~WeightSwap();
  WeightSwap(const WeightSwap&) = delete;
  WeightSwap& operator=(const WeightSwap&) = delete;

 private:
  const NamedTensors& weights_;
  std::vector<torch::Tensor> saved_;
};

}  // namespace dragoman
