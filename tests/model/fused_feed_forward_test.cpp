#include "model/fused_feed_forward.h"

#include <ATen/autocast_mode.h>

#include "catch.h"
#include "model/compute_path.h"
#include "model/dropout.h"

namespace dragoman {
namespace {

torch::Tensor plain(const torch::Tensor& x, const FeedForwardWeights& weights,
                    const InnerLayer& layer) {
  torch::Tensor between = torch::linear(x, weights.inner, weights.inner_bias);
  between = layer.activation == Activation::kRelu   ? torch::relu(between)
            : layer.activation == Activation::kGelu ? torch::gelu(between)
                                                    : torch::silu(between);
  if (layer.dropout > 0) between = keyed_dropout(between, layer.dropout, layer.key);
  return torch::linear(between, weights.outer, weights.outer_bias);
}

/// Output, and the gradients of x and the weights for a random loss.
/// x is rounded to bf16, and given in `type`.
template <class Formula>
std::vector<torch::Tensor> results(const Formula& formula, const InnerLayer& layer, int64_t batch,
                                   torch::Dtype type = torch::kFloat32) {
  torch::manual_seed(1);
  constexpr int64_t kWidth = 24, kInner = 40;
  std::vector<torch::Tensor> inputs{torch::randn({batch, 3, kWidth}).to(torch::kBFloat16).to(type),
                                    torch::randn({kInner, kWidth}), torch::randn({kInner}),
                                    torch::randn({kWidth, kInner}), torch::randn({kWidth})};
  for (torch::Tensor& input : inputs) input.requires_grad_();
  const torch::Tensor out =
      formula(inputs[0], {inputs[1], inputs[2], inputs[3], inputs[4]}, layer).to(torch::kFloat32);
  at::autocast::set_autocast_enabled(at::kCPU, false);
  at::autocast::clear_cache();
  auto found = torch::autograd::grad({(out * torch::randn(out.sizes())).sum()}, inputs);
  found.push_back(out.detach());
  return found;
}

InnerLayer any_layer() {
  return {.activation = GENERATE(Activation::kRelu, Activation::kGelu, Activation::kSilu),
          .dropout = GENERATE(0.0, 0.3),
          .key = 11};
}

}  // namespace

TEST_CASE("a fused feed-forward network equals the plain operations, output and gradients") {
  const InnerLayer layer = any_layer();
  const int64_t batch = GENERATE(1, 50);
  const auto theirs = results(plain, layer, batch);
  const OwnProducts own(GENERATE(false, true));
  const auto ours = results(fused_feed_forward, layer, batch);
  for (size_t i = 0; i < ours.size(); ++i)
    CHECK(torch::allclose(ours[i], theirs[i], /*rtol=*/1e-4, /*atol=*/3e-4));
}

TEST_CASE("a fused feed-forward network under bf16 autocast is the one in fp32 but for rounding") {
  const InnerLayer layer = any_layer();
  const int64_t batch = GENERATE(1, 100);
  const torch::Dtype type = GENERATE(torch::kFloat32, torch::kBFloat16);
  const auto exact = results(fused_feed_forward, layer, batch);
  at::autocast::set_autocast_enabled(at::kCPU, true);
  const auto rounded = results(fused_feed_forward, layer, batch, type);
  for (size_t i = 0; i < exact.size(); ++i) {
    CHECK(rounded[i].scalar_type() == (i == 0 ? type : torch::kFloat32));
    const torch::Tensor difference = rounded[i].to(torch::kFloat32) - exact[i];
    CHECK(difference.norm().item<double>() < 0.03 * exact[i].norm().item<double>());
  }
}

TEST_CASE("activations far from zero are exact and finite") {
  const InnerLayer layer{.activation = GENERATE(Activation::kGelu, Activation::kSilu)};
  const torch::Tensor x =
      torch::tensor({-1000.0F, -90.0F, -9.0F, -3.0F, 0.0F, 5.0F, 90.0F, 1000.0F}).unsqueeze(1);
  const auto through = [&](const auto& formula, torch::Dtype type) {
    const torch::Tensor one = torch::ones({1, 1}, type), zero = torch::zeros({1}, type);
    return formula(x.to(type), {one, zero, one, zero}, layer).to(torch::kFloat64);
  };
  CHECK(torch::allclose(through(fused_feed_forward, torch::kFloat32),
                        through(plain, torch::kFloat64),
                        /*rtol=*/1e-6, /*atol=*/3e-7));
}

}  // namespace dragoman
