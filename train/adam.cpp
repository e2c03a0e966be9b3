#include "train/adam.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/kernels.h"
#include "model/float_rows.h"
#include "threads/parallel_for.h"
#include "train/flat_weights.h"

namespace dragoman {
namespace {

/// Calls work(first element, number of elements) for each block of `size` elements, in several
/// threads.
template <class Work>
void for_each_block(int64_t size, const Work& work) {
  parallel_for(num_blocks(size), 1, [&](int64_t first, int64_t last) {
    for (int64_t block = first; block < last; ++block) {
      const int64_t begin = block * kElementsOfBlock;
      work(begin, std::min(kElementsOfBlock, size - begin));
    }
  });
}

torch::Tensor squares_on_device(const torch::Tensor& gradient) {
  const int64_t whole = gradient.size(0) / kElementsOfBlock;
  const torch::Tensor blocks =
      gradient.narrow(0, 0, whole * kElementsOfBlock).view({whole, kElementsOfBlock});
  const torch::Tensor rest = gradient.slice(0, whole * kElementsOfBlock);
  torch::Tensor sums = blocks.square().sum(1, /*keepdim=*/false, torch::kFloat64);
  if (rest.size(0) > 0)
    sums = torch::cat({sums, rest.square().sum(0, /*keepdim=*/true, torch::kFloat64)});
  return sums;
}

}  // namespace

Adam::Adam(const torch::Tensor& weights, const TrainSettings& settings)
    : type_(settings.optimizer),
      beta1_(settings.beta1),
      beta2_(settings.beta2),
      epsilon_(settings.epsilon),
      weight_decay_(settings.weight_decay),
      weights_(weights),
      means_(torch::zeros_like(weights)),
      squares_(torch::zeros_like(weights)),
      updates_(torch::zeros({1}, torch::kInt64)) {}

void Adam::step(const torch::Tensor& gradient, double learning_rate, double gradient_scale) {
  torch::NoGradGuard no_grad;
  updates_ += 1;
  if (!is_plain(weights_)) return step_on_device(gradient, learning_rate, gradient_scale);
  const double count = number_of_updates();
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
  const AdamElements all{.weights = weights_.mutable_data_ptr<float>(),
                         .means = means_.mutable_data_ptr<float>(),
                         .squares = squares_.mutable_data_ptr<float>(),
                         .gradients = gradient.const_data_ptr<float>(),
                         .count = weights_.size(0)};
  const auto update = chosen_kernels().training.update;
  for_each_block(all.count, [&](int64_t begin, int64_t size) {
    update({.weights = all.weights + begin,
            .means = all.means + begin,
            .squares = all.squares + begin,
            .gradients = all.gradients + begin,
            .count = size},
           factors);
  });
}

double Adam::number_of_updates() const {
  return static_cast<double>(*updates_.const_data_ptr<int64_t>());
}

void Adam::step_on_device(const torch::Tensor& gradient, double learning_rate,
                          double gradient_scale) {
  const std::vector<torch::Tensor> gradients{gradient * gradient_scale},
      counts{torch::full({}, number_of_updates(), means_.options())};
  std::vector<torch::Tensor> weights{weights_}, means{means_}, squares{squares_};
  if (type_ == OptimizerType::kAdamW) {
    at::_fused_adamw_(weights, gradients, means, squares, {}, counts, learning_rate, beta1_, beta2_,
                      weight_decay_, epsilon_, /*amsgrad=*/false, /*maximize=*/false);
  } else {
    at::_fused_adam_(weights, gradients, means, squares, {}, counts, learning_rate, beta1_, beta2_,
                     weight_decay_, epsilon_, /*amsgrad=*/false, /*maximize=*/false);
  }
}

torch::Tensor squares_of_blocks(const torch::Tensor& gradient) {
  torch::NoGradGuard no_grad;
  if (!is_plain(gradient)) return squares_on_device(gradient);
  const int64_t size = gradient.size(0);
  const torch::Tensor sums = torch::empty({num_blocks(size)}, torch::kFloat64);
  auto* const squares = sums.mutable_data_ptr<double>();
  const float* numbers = gradient.const_data_ptr<float>();
  const auto sum_of_squares = chosen_kernels().training.sum_of_squares;
  for_each_block(size, [&](int64_t begin, int64_t count) {
    squares[begin / kElementsOfBlock] = sum_of_squares(numbers + begin, count);
  });
  return sums;
}

double clip_scale(double norm, double max_norm) {
  return max_norm > 0 && norm > max_norm ? max_norm / norm : 1.0;
}

}  // namespace dragoman
