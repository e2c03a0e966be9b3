#include "train/adam.h"

#include <torch/utils.h>

namespace dragoman {
namespace {

std::vector<torch::Tensor> gradients_of(const std::vector<torch::Tensor>& parameters) {
  std::vector<torch::Tensor> gradients;
  for (const torch::Tensor& parameter : parameters) {
    gradients.push_back(parameter.grad().defined() ? parameter.grad()
                                                   : torch::zeros_like(parameter));
  }
  return gradients;
}

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
    counts_.push_back(
        torch::zeros({}, parameter.options().dtype(torch::kFloat32).requires_grad(false)));
  }
}

void Adam::step(double learning_rate) {
  torch::NoGradGuard no_grad;
  updates_ += 1;
  for (torch::Tensor& count : counts_) count += 1;
  const std::vector<torch::Tensor> gradients = gradients_of(parameters_);
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

double clip_gradients(const NamedTensors& parameters, double max_norm) {
  torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> gradients;
  for (const auto& [name, parameter] : parameters) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  const double norm = torch::stack(at::_foreach_norm(gradients, 2)).norm().item<double>();
  if (max_norm > 0 && norm > max_norm) at::_foreach_mul_(gradients, max_norm / norm);
  return norm;
}

}  // namespace dragoman
