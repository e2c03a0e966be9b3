#include "model/sublayers.h"

#include "model/compute_path.h"
#include "model/device_feed_forward.h"
#include "model/fused_feed_forward.h"
#include "model/linear.h"
#include "model/tensor_products.h"

namespace dragoman {
namespace {

torch::Tensor activate(const torch::Tensor& x, Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return torch::relu(x);
    case Activation::kGelu:
      return torch::gelu(x);
    case Activation::kSilu:
      return torch::silu(x);
  }
  return x;
}

bool fuses_residual(const torch::Tensor& x, const torch::nn::Module& module) {
  return module.is_training() && can_fuse_residual(x);
}

/// In training every sum takes a key, on every compute path and even at rate 0.
ResidualSum with_mask(const torch::Tensor& x, const torch::Tensor& y, Dropout& dropout) {
  if (!dropout->is_training()) return {x, y};
  return {x, y, dropout->rate(), dropout->next_key()};
}

torch::Tensor plain_sum(const ResidualSum& sum) {
  return sum.x + (sum.dropout > 0 ? keyed_dropout(sum.y, sum.dropout, sum.key) : sum.y);
}

RowNorm weights_of(const torch::nn::LayerNorm& norm) {
  return {norm->weight, norm->bias, norm->options.eps()};
}

}  // namespace

torch::Tensor feed_forward(const torch::Tensor& x, torch::nn::Linear& inner,
                           torch::nn::Linear& outer, Activation activation, Dropout& dropout) {
  const FeedForwardWeights weights{inner->weight, inner->bias, outer->weight, outer->bias};
  const bool only_rectifies = activation == Activation::kRelu && !dropout->drops();
  if (only_rectifies && !runs_kernels(x) && has_device_products(x))
    return device_feed_forward(x, weights);
  if (dropout->is_training() && can_fuse_feed_forward(x)) {
    return fused_feed_forward(x, weights,
                              {.activation = activation,
                               .dropout = dropout->rate(),
                               .key = dropout->drops() ? dropout->next_key() : 0});
  }
  return linear(outer, dropout(activate(linear(inner, x), activation)));
}

torch::Tensor residual_sum(const torch::Tensor& x, const torch::Tensor& y, Dropout& dropout) {
  const ResidualSum sum = with_mask(x, y, dropout);
  return fuses_residual(x, *dropout) ? fused_residual_sum(sum) : plain_sum(sum);
}

torch::Tensor normalized_sum(const torch::Tensor& x, const torch::Tensor& y, Dropout& dropout,
                             torch::nn::LayerNorm& norm) {
  const ResidualSum sum = with_mask(x, y, dropout);
  if (fuses_residual(x, *dropout)) return fused_normalized_sum(sum, weights_of(norm));
  return norm(plain_sum(sum));
}

NormalizedBranch normalized_branch(const torch::Tensor& x, torch::nn::LayerNorm& norm) {
  if (fuses_residual(x, *norm)) return fused_normalized_branch(x, weights_of(norm));
  return {x, norm(x)};
}

}  // namespace dragoman
