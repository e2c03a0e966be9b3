#include "model/linear.h"

#include <ATen/autocast_mode.h>

#include "catch.h"
#include "model/compute_path.h"

namespace dragoman {
namespace {

/// Output, and the gradients of x, weight and bias for a random loss.
std::vector<torch::Tensor> results(torch::nn::Linear& map, const torch::Tensor& input, bool bf16) {
  const torch::Tensor x = input.detach().clone().requires_grad_();
  at::autocast::set_autocast_enabled(at::kCPU, bf16);
  const torch::Tensor out = linear(map, x);
  at::autocast::set_autocast_enabled(at::kCPU, false);
  at::autocast::clear_cache();
  torch::manual_seed(5);
  const torch::Tensor loss = (out.to(torch::kFloat32) * torch::randn(out.sizes())).sum();
  auto found = torch::autograd::grad({loss}, {x, map->weight, map->bias});
  found.push_back(out.detach());
  return found;
}

}  // namespace

TEST_CASE("a linear map under bf16 autocast is the one in fp32 but for rounding, with gradients") {
  torch::manual_seed(1);
  const int64_t batch = GENERATE(1, 7, 256, 300);
  torch::nn::Linear map(24, 40);
  const torch::Tensor x = torch::randn({batch, 3, 24});
  const auto exact = results(map, x, false), rounded = results(map, x, true);
  CHECK(rounded.back().scalar_type() == torch::kBFloat16);
  for (size_t i = 0; i < exact.size(); ++i) {
    REQUIRE(rounded[i].sizes() == exact[i].sizes());
    if (i + 1 < exact.size()) CHECK(rounded[i].scalar_type() == torch::kFloat32);
    CHECK((rounded[i] - exact[i]).norm().item<double>() < 0.01 * exact[i].norm().item<double>());
  }
}

TEST_CASE("a linear map by our kernels is LibTorch's but for rounding, with gradients") {
  torch::manual_seed(1);
  const int64_t batch = GENERATE(1, 7, 90);
  torch::nn::Linear map(24, 40);
  const torch::Tensor x = torch::randn({3, batch, 24}).transpose(0, 1);
  const auto theirs = results(map, x, false);
  const OwnProducts own(true);
  const auto ours = results(map, x, false);
  for (size_t i = 0; i < ours.size(); ++i) CHECK(torch::allclose(ours[i], theirs[i], 1e-4, 1e-4));
}

TEST_CASE("a linear map by our kernels gives frozen weights no gradient") {
  const OwnProducts own(true);
  torch::nn::Linear map(8, 8);
  map->weight.set_requires_grad(false);
  map->bias.set_requires_grad(false);
  const torch::Tensor x = torch::randn({2, 8}).requires_grad_();
  linear(map, x).sum().backward();
  CHECK(torch::allclose(x.grad(), map->weight.sum(0).expand({2, 8}), 1e-4, 1e-5));
  CHECK_FALSE(map->weight.grad().defined());
}

TEST_CASE("a linear map of bf16 rows gives them gradients of bf16") {
  torch::nn::Linear map(8, 8);
  const torch::Tensor x = torch::randn({2, 5, 8}).to(torch::kBFloat16);
  CHECK(results(map, x, true)[0].scalar_type() == torch::kBFloat16);
}

}  // namespace dragoman
