#pragma once

#include <torch/types.h>

namespace dragoman {

/// An exponential moving average of an array of weights: average = decay * average + (1 - decay) *
/// weights after each update. In the first updates the decay is (1 + n) / (10 + n), so that the
/// initial weights are forgotten soon.
class MovingAverage {
 public:
  /// weights [n] of fp32, whose changes it follows. A decay of 0: there is no average.
  MovingAverage(const torch::Tensor& weights, double decay);

  bool exists() const { return decay_ > 0; }
  /// It becomes the weights as they are.
  void restart();
  /// After the n-th update.
  void update(int64_t n);
  /// [n]; undefined if there is none. May be overwritten between updates.
  const torch::Tensor& averages() const { return averages_; }

 private:
  torch::Tensor weights_, averages_;
  double decay_;
};

/// While it lives, an array of weights has other values.
class WeightSwap {
 public:
  /// Of the same length; of no effect where `others` is undefined.
  WeightSwap(const torch::Tensor& weights, const torch::Tensor& others);
  ~WeightSwap();
  WeightSwap(const WeightSwap&) = delete;
  WeightSwap& operator=(const WeightSwap&) = delete;

 private:
  torch::Tensor weights_, saved_;
};

}  // namespace dragoman
