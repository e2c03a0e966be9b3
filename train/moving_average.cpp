#include "train/moving_average.h"

#include <torch/utils.h>

#include <algorithm>

namespace dragoman {

MovingAverage::MovingAverage(const NamedTensors& weights, double decay) : decay_(decay) {
  if (!exists()) return;
  weights_ = weights;
  for (const auto& [name, weight] : weights) averages_.emplace_back(name, weight.detach().clone());
}

void MovingAverage::update(int64_t n) {
  torch::NoGradGuard no_grad;
  const auto number = static_cast<double>(n);
  const double decay = std::min(decay_, (1 + number) / (10 + number));
  for (size_t i = 0; i < averages_.size(); ++i)
    averages_[i].second.lerp_(weights_[i].second, 1 - decay);
}

NamedTensors MovingAverage::state() const {
  NamedTensors state;
  for (const auto& [name, average] : averages_)
    state.emplace_back("moving_average." + name, average);
  return state;
}

WeightSwap::WeightSwap(const NamedTensors& weights, const NamedTensors& others)
    : weights_(weights) {
  torch::NoGradGuard no_grad;
  for (size_t i = 0; i < others.size(); ++i) {
    saved_.push_back(weights_[i].second.clone());
    weights_[i].second.copy_(others[i].second);
  }
}

WeightSwap::~WeightSwap() {
  torch::NoGradGuard no_grad;
  for (size_t i = 0; i < saved_.size(); ++i) weights_[i].second.copy_(saved_[i]);
}

}  // namespace dragoman
