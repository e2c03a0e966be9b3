#pragma once

#include <torch/types.h>

namespace dragoman {

/// An exponential moving average of an array of weights: average = decay * average + (1 - decay) *
/// weights after each update. In the first updates the decay is (1 + n) / (10 + n), so that the
/// initial weights are forgotten soon.
class MovingAverage {
 public:
  /// Follows weights [n] fp32. With a decay of 0 there is no average.
  MovingAverage(const torch::Tensor& weights, double decay);

  bool exists() const { return decay_ > 0; }
  /// Sets the average to the current weights.
  void restart();
  /// Updates the average after update n, from 1.
  void update(int64_t n);
  /// Returns the average, [n]; undefined if there is none. May be overwritten between updates.
  const torch::Tensor& averages() const { return averages_; }

 private:
  torch::Tensor weights_, averages_;
  double decay_;
};

/// While it exists, an array of weights holds other values.
class WeightSwap {
 public:
  /// Copies `others` into `weights`, of the same length. Has no effect if `others` is undefined.
  WeightSwap(const torch::Tensor& weights, const torch::Tensor& others);
  ~WeightSwap();
  WeightSwap(const WeightSwap&) = delete;
  WeightSwap& operator=(const WeightSwap&) = delete;

 private:
  torch::Tensor weights_, saved_;
};

}  // namespace dragoman
