#pragma once

#include <torch/torch.h>

namespace dragoman {

/// The sum over all rows of the label-smoothed cross entropy (Attention Is All You Need,
/// section 5.4): (1 - smoothing) * -log p(target) + smoothing * mean over the vocabulary of -log p.
/// hidden [N, D], weight [V, D], bias [V] or undefined (logits are hidden weight^T + bias), targets
/// [N] of int64. Logits are made, turned into their gradient and dropped a few hundred rows at a
/// time, so that N x V numbers never exist at once.
torch::Tensor smoothed_cross_entropy_sum(const torch::Tensor& hidden, const torch::Tensor& weight,
                                         const torch::Tensor& bias, const torch::Tensor& targets,
                                         double smoothing);

/// Sums over rows, without gradients: the loss above, and -log p(target), whose mean's exponential
/// is perplexity.
struct LossSums {
  double loss = 0;
  double negative_log_likelihood = 0;
};
LossSums evaluate_loss(const torch::Tensor& hidden, const torch::Tensor& weight,
                       const torch::Tensor& bias, const torch::Tensor& targets, double smoothing);

}  // namespace dragoman
