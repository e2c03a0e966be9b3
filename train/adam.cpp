#include "train/adam.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/kernels.h"
#include "model/float_rows.h"
#include "threads/parallel_for.h"

namespace dragoman {
namespace {

constexpr int64_t kElementsOfBlock = 8192;

}  // namespace

Adam::Adam(const NamedTensors& parameters, const TrainSettings& settings)
    : type_(settings.optimizer),
      beta1_(settings.beta1),
      beta2_(settings.beta2),
      epsilon_(settings.epsilon),
      weight_decay_(settings.weight_decay),
      updates_(torch::zeros({1}, torch::kInt64)) {
  for (const auto& [name, parameter] : parameters) {
    names_.push_back(name);
    parameters_.push_back(parameter);
    means_.push_back(torch::zeros_like(parameter).detach());
    squares_.push_back(torch::zeros_like(parameter).detach());
  }
  if (std::all_of(parameters_.begin(), parameters_.end(), is_plain)) {
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const int64_t size = parameters_[i].numel();
      for (int64_t begin = 0; begin < size; begin += kElementsOfBlock)
        blocks_.push_back({i, begin, std::min(kElementsOfBlock, size - begin)});
    }
  } else {
    for (const torch::Tensor& mean : means_)
      counts_.push_back(torch::zeros({}, mean.options().dtype(torch::kFloat32)));
  }
}

/// Contiguous, with zeros for those that are undefined.
Gradients Adam::defined(const Gradients& gradients) const {
  Gradients all;
  for (size_t i = 0; i < parameters_.size(); ++i)
    all.push_back(gradients[i].defined() ? gradients[i].contiguous()
                                         : torch::zeros_like(parameters_[i]));
  return all;
}

double Adam::norm(const Gradients& gradients) const {
  torch::NoGradGuard no_grad;
  const Gradients all = defined(gradients);
  if (blocks_.empty()) return torch::stack(at::_foreach_norm(all, 2)).norm().item<double>();
  std::vector<double> squares(blocks_.size());
  const TrainingKernels& kernels = chosen_kernels().training;
  parallel_for(static_cast<int64_t>(blocks_.size()), 1, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
      const Block& block = blocks_[i];
      squares[i] = kernels.sum_of_squares(
          all[block.parameter].const_data_ptr<float>() + block.begin, block.count);
    }
  });
  return std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
}

void Adam::step(const Gradients& gradients, double learning_rate, double gradient_scale) {
  torch::NoGradGuard no_grad;
  updates_ += 1;
  const Gradients all = defined(gradients);
  if (blocks_.empty()) return step_on_device(all, learning_rate, gradient_scale);
  const auto count = updates_.item<double>();
  const bool decays_apart = type_ == OptimizerType::kAdamW;
  const AdamFactors factors{
      .gradient_scale = static_cast<float>(gradient_scale),
      .beta1 = static_cast<float>(beta1_),
      .rest1 = static_cast<float>(1 - beta1_),
      .beta2 = static_cast<float>(beta2_),
      .rest2 = static_cast<float>(1 - beta2_),
      .l2 = decays_apart ? 0.0F : static_cast<float>(weight_decay_),
      .kept = decays_apart ? static_cast<float>(1 - learning_rate * weight_decay_) : 1.0F,
      .rate = static_cast<float>(learning_rate / (1 - std::pow(beta1_, count))),
      .root = static_cast<float>(1 / std::sqrt(1 - std::pow(beta2_, count))),
      .epsilon = static_cast<float>(epsilon_)};
  const TrainingKernels& kernels = chosen_kernels().training;
  parallel_for(static_cast<int64_t>(blocks_.size()), 1, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
      const auto [parameter, first, size] = blocks_[i];
      kernels.update({.weights = parameters_[parameter].mutable_data_ptr<float>() + first,
                      .means = means_[parameter].mutable_data_ptr<float>() + first,
                      .squares = squares_[parameter].mutable_data_ptr<float>() + first,
                      .gradients = all[parameter].const_data_ptr<float>() + first,
                      .count = size},
                     factors);
    }
  });
}

void Adam::step_on_device(Gradients gradients, double learning_rate, double gradient_scale) {
  for (torch::Tensor& count : counts_) count += 1;
  if (gradient_scale != 1) at::_foreach_mul_(gradients, gradient_scale);
  if (type_ == OptimizerType::kAdamW) {
    at::_fused_adamw_(parameters_, gradients, means_, squares_, {}, counts_, learning_rate, beta1_,
                      beta2_, weight_decay_, epsilon_, /*amsgrad=*/false, /*maximize=*/false);
  } else {
    at::_fused_adam_(parameters_, gradients, means_, squares_, {}, counts_, learning_rate, beta1_,
                     beta2_, weight_decay_, epsilon_, /*amsgrad=*/false, /*maximize=*/false);
  }
}

NamedTensors Adam::state() const {
  NamedTensors state{{"updates", updates_}};
  for (size_t i = 0; i < names_.size(); ++i) {
    state.emplace_back("mean." + names_[i], means_[i]);
    state.emplace_back("square." + names_[i], squares_[i]);
  }
  return state;
}

void Adam::adopt_state() {
  for (torch::Tensor& count : counts_) count.fill_(updates_.item<int64_t>());
}

double clip_scale(double norm, double max_norm) {
  return max_norm > 0 && norm > max_norm ? max_norm / norm : 1.0;
}

}  // namespace dragoman
