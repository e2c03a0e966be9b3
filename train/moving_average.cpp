#include "train/moving_average.h"

#include <torch/utils.h>

#include <algorithm>

#include "kernels/kernels.h"
#include "model/float_rows.h"
#include "threads/parallel_for.h"

namespace dragoman {
namespace {

constexpr int64_t kElementsOfTask = 65536;

/// average += rate * (weight - average).
void approach(const torch::Tensor& weight, double rate, torch::Tensor& average) {
  if (!is_plain(weight) || !is_plain(average)) {
    average.lerp_(weight, rate);
    return;
  }
  const auto* from = weight.const_data_ptr<float>();
  auto* to = average.mutable_data_ptr<float>();
  parallel_for(weight.numel(), kElementsOfTask, [&](int64_t begin, int64_t end) {
    chosen_kernels().training.approach(from + begin, static_cast<float>(rate), end - begin,
                                       to + begin);
  });
}

}  // namespace

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
    approach(weights_[i].second, 1 - decay, averages_[i].second);
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
