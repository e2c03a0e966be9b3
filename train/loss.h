#pragma once

#include <torch/types.h>

namespace dragoman {

/// Settings of the loss.
struct LossOptions {
  double smoothing = 0;
  double r_drop = 0;                        // alpha; 0: no R-Drop
  torch::Dtype products = torch::kFloat32;  // type of hidden states times weights: fp32 or bf16
};

/// Returns the sum over all rows of the label-smoothed cross entropy (Attention Is All You Need,
/// section 5.4): (1 - smoothing) * -log p(target) + smoothing * mean over the vocabulary of -log p.
/// hidden [N, D], weight [V, D] and bias [V] (or undefined) of the V tokens that can be predicted,
/// without padding; targets [N] int64. Logits are hidden weight^T + bias. They are computed, turned
/// into their gradient and freed a few hundred rows at a time: N x V numbers never exist at once.
/// With R-Drop (Liang et al. 2021, equation 4, halved), hidden [2N, D] holds two passes with
/// different dropout: the mean of both cross entropies, plus alpha / 4 * (KL(p || q) + KL(q || p)).
torch::Tensor smoothed_cross_entropy_sum(const torch::Tensor& hidden, const torch::Tensor& weight,
                                         const torch::Tensor& bias, const torch::Tensor& targets,
                                         const LossOptions& options);

/// Sums over rows, without gradients: the loss above, and -log p(target). Perplexity is e to the
/// mean of the latter.
struct LossSums {
  double loss = 0;
  double negative_log_likelihood = 0;
};
/// Returns these sums, without R-Drop.
LossSums evaluate_loss(const torch::Tensor& hidden, const torch::Tensor& weight,
                       const torch::Tensor& bias, const torch::Tensor& targets, double smoothing);

}  // namespace dragoman
