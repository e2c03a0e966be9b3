#include "train/moving_average.h"

#include <torch/utils.h>

#include <algorithm>

#include "kernels/kernels.h"
#include "model/float_rows.h"
#include "threads/parallel_for.h"

namespace dragoman {
namespace {

constexpr int64_t kElementsOfTask = 65536;

/// Computes average += rate * (weight - average).
void approach(const torch::Tensor& weights, double rate, const torch::Tensor& averages) {
  if (!is_plain(weights)) {
    averages.lerp_(weights, rate);
    return;
  }
  const auto* from = weights.const_data_ptr<float>();
  auto* to = averages.mutable_data_ptr<float>();
  parallel_for(weights.numel(), kElementsOfTask, [&](int64_t begin, int64_t end) {
    chosen_kernels().training.approach(from + begin, static_cast<float>(rate), end - begin,
                                       to + begin);
  });
}

}  // namespace

MovingAverage::MovingAverage(const torch::Tensor& weights, double decay)
    : weights_(weights), decay_(decay) {
  if (exists()) averages_ = weights.clone();
}

void MovingAverage::restart() {
  if (exists()) averages_.copy_(weights_);
}

void MovingAverage::update(int64_t n) {
  if (!exists()) return;
  torch::NoGradGuard no_grad;
  const auto number = static_cast<double>(n);
  approach(weights_, 1 - std::min(decay_, (1 + number) / (10 + number)), averages_);
}

WeightSwap::WeightSwap(const torch::Tensor& weights, const torch::Tensor& others)
    : weights_(weights) {
  if (!others.defined()) return;
  saved_ = weights.clone();
  weights_.copy_(others);
}

WeightSwap::~WeightSwap() {
  if (saved_.defined()) weights_.copy_(saved_);
}

}  // namespace dragoman
